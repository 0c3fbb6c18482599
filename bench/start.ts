import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const run = promisify(execFile);
const CLI = resolve('dist/cli.cjs');
/** How many starts of Node a start may take, by the number of files. */
const BARS = [
  [2000, 10],
  [20_000, 14],
] as const;
const MOST_PROCESSES = 12;
const ROUNDS = 11;

/** `cairn start` as a person types it, until the process of its first agent begins. Needs a build. */
export async function measureStart(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [files, bar] of BARS) {
    const made = await benchRepository(files);
    const cache = join(dirname(made.root), 'cache');
    await mkdir(cache);
    // A person has one; the first, uncounted round fills it.
    const bench = { ...made, env: { ...made.env, XDG_CACHE_HOME: cache } };
    try {
      rows.push(...(await measureIn(bench, files, bar)));
    } finally {
      await bench.dispose();
    }
  }
  return rows;
}

async function measureIn(bench: BenchRepository, files: number, bar: number): Promise<BenchRow[]> {
  const began = join(dirname(bench.root), 'began');
  await writeFile(
    join(bench.root, 'bench.yaml'),
    `schema: 1\nname: bench\nphases:\n  - id: only\n    artifacts: [out.md]\n    agent: { kind: command, command: [sh, -c, 'date +%s%N > ${began}; echo done > "$CAIRN_PHASE_DIR/out.md"'] }\n`,
  );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'workflow');
  let turn = 0;
  const start = async (env: Readonly<Record<string, string>>, ...how: readonly string[]): Promise<number> => {
    turn += 1;
    const words = ['start', 'bench.yaml', '--request', 'x', '--id', `start-${turn}`, ...how];
    const at = performance.timeOrigin + performance.now();
    await run(process.execPath, [CLI, ...words], { cwd: bench.root, env });
    return Number(await readFile(began, 'utf8')) / 1e6 - at;
  };
  // What each makes goes again: on a disk, making files where some have just been removed takes a fraction of making more of them.
  const startBeside = async (): Promise<number> => {
    const took = await start(bench.env);
    await bench.git('worktree', 'remove', '--force', join(`${bench.root}.worktrees`, `start-${turn}`));
    return took;
  };
  const worktree = async (): Promise<number> => {
    const place = join(dirname(bench.root), `made-${turn}`);
    const took = await timed(() => bench.git('worktree', 'add', '-q', '--detach', place));
    await bench.git('worktree', 'remove', '--force', place);
    return took;
  };
  const [node = 0, inPlace = 0, beside = 0, made = 0] = await interleaved(ROUNDS, [
    () => timed(() => run(process.execPath, ['-e', '0'])),
    () => start(bench.env, '--in-place'),
    startBeside,
    worktree,
  ]);
  const processes = await countProcesses(bench, (env) => start(env, '--in-place'));
  const at = `${files.toLocaleString('en')} files`;
  const measure = '`cairn start` until its agent’s process begins';
  return [
    {
      measure,
      at: `in place, ${at}`,
      against: '`node -e 0`',
      ratio: inPlace / node,
      bar: `≤ ${bar} ×, ≤ ${MOST_PROCESSES} processes of git`,
      holds: inPlace / node <= bar && processes <= MOST_PROCESSES,
      note: `${ms(inPlace)} / ${ms(node)}; ${processes} processes of git`,
    },
    {
      measure,
      at: `in a worktree, ${at}`,
      against: 'in place + 1.2 × `git worktree add`',
      ratio: beside / (inPlace + 1.2 * made),
      bar: '≤ 1.0 ×',
      holds: beside <= inPlace + 1.2 * made,
      note: `${ms(beside)} / ${ms(inPlace)} + 1.2 × ${ms(made)}`,
    },
  ];
}

/** Counts the processes of git that a start begins before its agent. */
async function countProcesses(
  bench: BenchRepository,
  start: (env: Readonly<Record<string, string>>) => Promise<number>,
): Promise<number> {
  const folder = join(dirname(bench.root), 'counting');
  const log = join(folder, 'log');
  await mkdir(folder);
  const { stdout: git } = await run('/bin/sh', ['-c', 'command -v git'], { env: bench.env });
  await writeFile(
    join(folder, 'git'),
    `#!/bin/sh\necho "$(date +%s%N)" >> ${log}\nexec ${git.trim()} "$@"\n`,
  );
  await chmod(join(folder, 'git'), 0o755);
  const env = { ...bench.env, PATH: `${folder}:${bench.env['PATH'] ?? ''}` };
  // What is remembered of a git from the first run on is of this one.
  await start(env);
  await rm(log);
  await start(env);
  const began = Number(await readFile(join(dirname(bench.root), 'began'), 'utf8'));
  const times = (await readFile(log, 'utf8')).trimEnd().split('\n').map(Number);
  return times.filter((time) => time < began).length;
}
