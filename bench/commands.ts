import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from '../scripts/bundle.ts';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const run = promisify(execFile);
const ROUNDS = 15;
const PHASES = 40;

interface Measured {
  readonly words: readonly string[];
  readonly at: string;
  /** Milliseconds more than `node -e 0`. */
  readonly most: number;
  /** Processes of git. */
  readonly git: number;
  readonly in: 'empty' | 'long';
  /** As after a new checkpoint: how much the session added to the repository is not remembered yet. */
  readonly first?: true;
}

const COMMANDS: readonly Measured[] = [
  { words: ['--version'], at: 'anywhere', most: 15, git: 0, in: 'empty' },
  { words: ['--help'], at: 'anywhere', most: 50, git: 0, in: 'empty' },
  { words: ['list'], at: 'a repository without sessions', most: 90, git: 1, in: 'empty' },
  { words: ['status'], at: `a session with ${PHASES} phases`, most: 160, git: 4, in: 'long' },
  {
    words: ['status'],
    at: `a session with ${PHASES} phases, right after a checkpoint`,
    most: 160,
    git: 4,
    in: 'long',
    first: true,
  },
];

/** What a person waits for at a terminal, as the difference to the start of Node; the first round fills its compile cache. */
export async function measureCommands(): Promise<BenchRow[]> {
  await bundle(resolve('dist'));
  const [folder, empty, long] = await Promise.all([
    mkdtemp(join(tmpdir(), 'cairn-commands-')),
    benchRepository(200),
    benchRepository(200),
  ]);
  // Not that of the person who measures: a cache of Node's own would be taken before ours.
  const env: Readonly<Record<string, string>> = { ...empty.env, XDG_CACHE_HOME: folder };
  const node = (words: readonly string[], cwd = folder, more = {}): Promise<unknown> =>
    run(process.execPath, [...words], { cwd, env: { ...env, ...more } });
  const cairn = ({ words, in: where }: Measured, more = {}): Promise<unknown> =>
    node([resolve('dist/cli.cjs'), ...words], (where === 'empty' ? empty : long).root, more);
  const prepare = async ({ first }: Measured): Promise<void> => {
    if (first === true) await forgetAdded(join(folder, 'cairn', 'git'));
  };
  try {
    await longSession(long, (words) => node([resolve('dist/cli.cjs'), ...words], long.root));
    const [bare = 0, ...took] = await interleaved(ROUNDS, [
      () => timed(() => node(['-e', '0'])),
      ...COMMANDS.map((command) => async () => {
        await prepare(command);
        return timed(() => cairn(command));
      }),
    ]);
    const counted = await countingGit(folder);
    const rows: BenchRow[] = [];
    for (const [index, command] of COMMANDS.entries()) {
      const counting = { PATH: `${counted.path}${delimiter}${env['PATH'] ?? ''}` };
      // The first run with another git asks it for its version.
      await cairn(command, counting);
      await counted.take();
      await prepare(command);
      await cairn(command, counting);
      const started = await counted.take();
      const more = (took[index] ?? Number.NaN) - bare;
      rows.push({
        measure: `cairn ${command.words.join(' ')}`,
        at: command.at,
        against: '`node -e 0`',
        ratio: (took[index] ?? Number.NaN) / bare,
        bar: `≤ Node + ${command.most} ms, ≤ ${command.git} of git`,
        holds: more <= command.most && started <= command.git,
        note: `Node + ${ms(more)}, ${started} of git; Node: ${ms(bare)}`,
      });
    }
    return rows;
  } finally {
    await Promise.all([
      empty.dispose(),
      long.dispose(),
      rm(folder, { recursive: true, force: true, maxRetries: 3 }),
    ]);
  }
}

async function forgetAdded(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => name.startsWith('added-'));
  if (names.length === 0) throw new Error(`nothing is remembered in ${cache}`);
  for (const name of names) await rm(join(cache, name));
}

/** A session that is paused before the last of its phases. */
async function longSession(
  bench: BenchRepository,
  cairn: (words: readonly string[]) => Promise<unknown>,
): Promise<void> {
  await bench.git('config', 'user.name', 'Bench');
  await bench.git('config', 'user.email', 'bench@localhost');
  const phases = Array.from({ length: PHASES }, (_value, at) => `  - { id: p${at}, artifacts: [out.md] }\n`);
  await writeFile(join(bench.root, 'agent.sh'), 'echo "# $CAIRN_PHASE" > "$CAIRN_PHASE_DIR/out.md"\n');
  await writeFile(
    join(bench.root, 'long.yaml'),
    `schema: 1\nname: long\nagent: { kind: command, command: [sh, agent.sh] }\nphases:\n${phases.join('')}`,
  );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'agent');
  await cairn(['start', './long.yaml', '--request', 'Bench', '--until', `p${PHASES - 2}`, '--json']);
}

/** A `git` that notes each start before it does its work. */
async function countingGit(folder: string): Promise<{ readonly path: string; take(): Promise<number> }> {
  const [path, log] = [join(folder, 'bin'), join(folder, 'starts')];
  const { stdout } = await run('sh', ['-c', 'command -v git']);
  await mkdir(path);
  await writeFile(join(path, 'git'), `#!/bin/sh\necho >> '${log}'\nexec '${stdout.trim()}' "$@"\n`);
  await chmod(join(path, 'git'), 0o755);
  return {
    path,
    async take() {
      const starts = (await readFile(log, 'utf8').catch(() => '')).length;
      await rm(log, { force: true });
      return starts;
    },
  };
}
