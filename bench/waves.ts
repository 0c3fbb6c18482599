import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const run = promisify(execFile);
/** Beside this, as `shipped.ts` bundles it. */
const CLI = fileURLToPath(new URL('cli.cjs', import.meta.url));
const SIZES = [2_000, 20_000] as const;
const WIDTH = 3;
/** The first one makes the slots, and does not count. */
const WAVES = 5;

/** Phases at work at once, against the same phases one after the other. */
export async function measureWaves(): Promise<BenchRow[]> {
  const rows = [await measureSleepers()];
  for (const files of SIZES) rows.push(await measureWave(files));
  return rows;
}

/** Six phases that wait for something else most of the time, as agents wait for a model. */
async function measureSleepers(): Promise<BenchRow> {
  const bench = await benchRepository(2_000);
  try {
    const phases = Array.from({ length: 6 }, (_value, at) => `  - { id: p${at}, needs: [] }\n`);
    await bench.shell("printf 'sleep 2\\necho done > $CAIRN_PHASE_DIR/out.md\\n' > agent.sh");
    const start = await sessionsOf(bench, phases.map(withArtifact));
    const [ours = 0, theirs = 0] = await interleaved(3, [
      () => start(3, (session) => timed(session)),
      () => start(1, (session) => timed(session)),
    ]);
    return {
      measure: 'six independent phases',
      at: '`parallel: 3`, agents that sleep 2 s, 2,000 files, `cairn start` from its beginning to its end',
      against: '`parallel: 1`',
      ratio: ours / theirs,
      bar: '≤ 0.45 ×',
      holds: ours / theirs <= 0.45,
      note: `${ms(ours)} / ${ms(theirs)}`,
    };
  } finally {
    await bench.dispose();
  }
}

/**
 * Waves of three whose agents change three files each and do nothing else; each wave begins when the one before it is published. From
 * the first agent of the second wave to the first agent of the last, so that making the slots is not in it.
 */
async function measureWave(files: number): Promise<BenchRow> {
  const bench = await benchRepository(files);
  try {
    const began = join(dirname(bench.root), 'began');
    const script = [
      // All slots are made in the first wave, however fast the machine is.
      'case $CAIRN_PHASE in w0-*) sleep 1 ;; esac',
      `date +%s%N >> ${began}/$CAIRN_PHASE`,
      'case $CAIRN_PHASE in',
      ...Array.from({ length: WIDTH }, (_value, at) => {
        const own = bench.ten.slice(at * WIDTH, (at + 1) * WIDTH);
        return `*-${at}) for file in ${own.join(' ')}; do echo "// $CAIRN_PHASE" >> $file; done ;;`;
      }),
      'esac',
      'echo done > $CAIRN_PHASE_DIR/out.md',
    ];
    await writeFile(join(bench.root, 'agent.sh'), `${script.join('\n')}\n`);
    const wave = (at: number): readonly string[] =>
      Array.from({ length: WIDTH }, (_value, nth) => `w${at}-${nth}`);
    const phases = Array.from({ length: WAVES }, (_value, at) => wave(at)).flatMap((ids, at) =>
      ids.map((id) => `  - { id: ${id}, needs: [${at === 0 ? '' : wave(at - 1).join(', ')}] }\n`),
    );
    const start = await sessionsOf(bench, phases.map(withArtifact));
    const firstOf = async (at: number): Promise<number> => {
      const times = await Promise.all(wave(at).map((id) => readFile(join(began, id), 'utf8')));
      return Math.min(...times.map(Number)) / 1e6;
    };
    const each = (parallel: number): Promise<number> =>
      start(parallel, async (session) => {
        await rm(began, { recursive: true, force: true });
        await mkdir(began);
        await session();
        return ((await firstOf(WAVES - 1)) - (await firstOf(1))) / (WAVES - 2);
      });
    const [ours = 0, theirs = 0] = await interleaved(3, [() => each(WIDTH), () => each(1)]);
    return {
      measure: 'a wave of three phases beside its agents',
      at: `\`parallel: 3\`, ${files.toLocaleString('en')} files, slots that are there`,
      against: 'three in a row, `parallel: 1`',
      ratio: ours / theirs,
      bar: '≤ 1.2 ×',
      holds: ours / theirs <= 1.2,
      note: `${ms(ours)} / ${ms(theirs)}`,
    };
  } finally {
    await bench.dispose();
  }
}

const withArtifact = (phase: string): string => phase.replace(' }', ', artifacts: [out.md] }');

/** Runs sessions of a workflow one after the other; each is gone before the next begins. */
async function sessionsOf(
  bench: BenchRepository,
  phases: readonly string[],
): Promise<
  (parallel: number, measure: (session: () => Promise<unknown>) => Promise<number>) => Promise<number>
> {
  for (const parallel of [1, WIDTH])
    await writeFile(
      join(bench.root, `flow-${parallel}.yaml`),
      `schema: 2\nname: bench\nparallel: ${parallel}\nagent: { kind: command, command: [sh, -e, agent.sh] }\nphases:\n${phases.join('')}`,
    );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'agent');
  const cairn = (...words: readonly string[]): Promise<unknown> =>
    run(process.execPath, [CLI, ...words], { cwd: bench.root, env: bench.env });
  return async (parallel, measure) => {
    const took = await measure(() =>
      cairn('start', `flow-${parallel}.yaml`, '--request', 'Bench', '--id', 'waves'),
    );
    await cairn('delete', 'waves', '--purge');
    return took;
  };
}
