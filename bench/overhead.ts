import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { median, ms, type BenchRow } from './row.ts';

const run = promisify(execFile);
/** Beside this, as `shipped.ts` bundles it. */
const CLI = fileURLToPath(new URL('cli.cjs', import.meta.url));
/** The first ones, while nothing is warm, do not count. */
const PHASES = 18;
const WARMING = 3;

/** What git needs for the same ten files: four processes besides the shell, and nothing is flushed. */
const RECIPE = `
cp .git/recipe.index .git/recipe.work
export GIT_INDEX_FILE=.git/recipe.work
git -c core.fsync=none add -A
tree=$(git -c core.fsync=none write-tree)
commit=$(echo checkpoint | git -c core.fsync=none commit-tree "$tree" -p "$(cat .git/recipe.tip)")
git -c core.fsync=none update-ref refs/heads/recipe "$commit" "$(cat .git/recipe.tip)"
echo "$commit" > .git/recipe.tip
mv .git/recipe.work .git/recipe.index`;

const SIZES = [
  { files: 2_000, bar: 4 },
  { files: 20_000, bar: 2 },
] as const;

/**
 * A whole phase of a session whose agent changes ten files and does nothing else, its shell and supervisor included, against the
 * bare recipe. Each agent has the recipe run before it begins its own work, while ours waits for it; so a phase is measured from
 * there until the next agent is there.
 */
export async function measureOverhead(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { files, bar } of SIZES) {
    const [bench, other] = [await benchRepository(files), await benchRepository(files)];
    try {
      const { phase, recipe } = await measureIn(bench, other);
      rows.push({
        measure: 'overhead of a phase',
        at: `${files.toLocaleString('en')} files, 10 changed, in a worktree`,
        against: 'bare recipe in a shell, without flushes',
        ratio: phase / recipe,
        bar: `≤ ${bar} ×`,
        holds: phase / recipe <= bar,
        note: `${ms(phase)} / ${ms(recipe)}, with the shell of an agent and its supervisor`,
      });
    } finally {
      await Promise.all([bench.dispose(), other.dispose()]);
    }
  }
  return rows;
}

interface Medians {
  readonly phase: number;
  readonly recipe: number;
}

async function measureIn(bench: BenchRepository, other: BenchRepository): Promise<Medians> {
  const noted = join(dirname(bench.root), 'noted');
  await mkdir(noted);
  await writeRecipe(other, noted);
  await writeWorkflow(bench, `cd ${other.root} && sh -e .git/recipe.sh`, noted);
  const words = ['start', 'bench.yaml', '--request', 'Nothing', '--id', 'overhead'];
  await run(process.execPath, [CLI, ...words], { cwd: bench.root, env: bench.env });
  const [there, began, before, after] = await Promise.all(
    ['there', 'began', 'before', 'after'].map((name) => timesIn(join(noted, name))),
  );
  const between = (from: readonly number[] = [], to: readonly number[] = []): number =>
    median(from.map((time, at) => (to[at] ?? Number.NaN) - time).slice(WARMING, PHASES - 1));
  return { phase: between(began, there?.slice(1)), recipe: between(before, after) };
}

const timesIn = async (file: string): Promise<readonly number[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => Number(line) / 1e6);

async function writeWorkflow(bench: BenchRepository, recipe: string, noted: string): Promise<void> {
  const changes = bench.ten.map((path) => `echo "// $CAIRN_PHASE" >> ${path}`);
  const lines = [
    `date +%s%N >> ${noted}/there`,
    `(${recipe})`,
    `date +%s%N >> ${noted}/began`,
    ...changes,
    'echo "# $CAIRN_PHASE\n\ndone" > "$CAIRN_PHASE_DIR/out.md"',
  ];
  await writeFile(join(bench.root, 'agent.sh'), `${lines.join('\n')}\n`);
  const phases = Array.from(
    { length: PHASES },
    (_value, at) => `  - { id: phase-${at}, artifacts: [out.md] }\n`,
  );
  await writeFile(
    join(bench.root, 'bench.yaml'),
    `schema: 1\nname: bench\nagent: { kind: command, command: [sh, -e, agent.sh] }\nphases:\n${phases.join('')}`,
  );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'agent');
}

/** Changes the ten files, then notes when the recipe begins and when it ends. */
async function writeRecipe(other: BenchRepository, noted: string): Promise<void> {
  await other.git('update-ref', 'refs/heads/recipe', 'HEAD');
  await writeFile(join(other.root, '.git/recipe.tip'), await other.git('rev-parse', 'HEAD'));
  await copyFile(join(other.root, '.git/index'), join(other.root, '.git/recipe.index'));
  const changes = other.ten.map((path) => `echo "// again" >> ${path}`);
  const lines = [...changes, `date +%s%N >> ${noted}/before`, RECIPE, `date +%s%N >> ${noted}/after`];
  await writeFile(join(other.root, '.git/recipe.sh'), `${lines.join('\n')}\n`);
}
