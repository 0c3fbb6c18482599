import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openWorld } from '../src/runner/openWorld.ts';
import { bundle } from '../scripts/bundle.ts';
import { runExtensionTests } from '../test/editor/harness/runExtensionTests.ts';
import type { Activation } from './activation.window.ts';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { median, ms, type BenchRow } from './row.ts';

const WINDOWS = 9;
const MOST_KB = 800;
const MOST_MS = 40;

/** What activation loads, takes and starts in a real window: in a repository without sessions, and in one with a session. */
export async function measureExtension(): Promise<BenchRow[]> {
  await bundle(resolve('dist'));
  const bench = await benchRepository(200);
  try {
    const without = await windows(bench, WINDOWS);
    await waitingSession(bench);
    const one = await windows(bench, 1);
    // Other extensions of the same host start programs, too, now and then.
    const started = median(without.map((each) => each.started));
    return [
      activation('a repository without sessions', without),
      activation('a repository with a session', one),
      {
        measure: 'activation',
        at: 'a repository without sessions, real VS Code',
        against: '',
        ratio: null,
        bar: `0 processes, ≤ ${MOST_MS} ms`,
        holds: started === 0 && median(without.map((each) => each.ms)) <= MOST_MS,
        note: `${ms(median(without.map((each) => each.ms)))} (${WINDOWS} windows), ${ms(median(without.map((each) => each.loading)))} of it loading our code, ${started} processes started`,
      },
    ];
  } finally {
    await bench.dispose();
  }
}

function activation(at: string, measured: readonly Activation[]): BenchRow {
  const kilobytes = (of: 'atOnce' | 'soon'): number =>
    Math.round(Math.max(...measured.map((each) => each[of])) / 1000);
  return {
    measure: 'JavaScript that activation loads',
    at,
    against: '',
    ratio: null,
    bar: `≤ ${MOST_KB} KB`,
    holds: kilobytes('soon') <= MOST_KB,
    note: `${kilobytes('atOnce')} KB in activate, ${kilobytes('soon')} KB after it has looked at the folder; activate took ${ms(median(measured.map((each) => each.ms)))}`,
  };
}

async function windows(bench: BenchRepository, times: number): Promise<readonly Activation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-activation-'));
  const file = join(folder, 'measured.json');
  const measured: Activation[] = [];
  try {
    for (let turn = 0; turn < times; turn += 1) {
      await runExtensionTests({
        testFile: resolve('bench/activation.window.ts'),
        extensionDevelopmentPath: resolve('.'),
        workspace: bench.root,
        env: { CAIRN_BENCH: file },
      });
      measured.push(JSON.parse(await readFile(file, 'utf8')) as Activation);
    }
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A session that waits for a person: the window shows all of it. */
async function waitingSession(bench: BenchRepository): Promise<void> {
  await bench.git('config', 'user.name', 'Bench');
  await bench.git('config', 'user.email', 'bench@localhost');
  await writeFile(join(bench.root, 'agent.sh'), 'echo "# One" > "$CAIRN_PHASE_DIR/one.md"\n');
  await writeFile(
    join(bench.root, 'bench.yaml'),
    'schema: 1\nname: bench\nagent: { kind: command, command: [sh, agent.sh] }\nphases:\n  - { id: one, artifacts: [one.md], approval: required }\n',
  );
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'agent');
  const quiet = { info() {}, warn() {}, error() {} };
  const world = await openWorld(bench.root, { env: bench.env, log: quiet, onProgress: () => undefined });
  const plain = { id: 'waits', inPlace: false, base: null, withChanges: false, until: null };
  try {
    await world.api.start(
      { ...plain, workflow: 'bench.yaml', request: 'Bench' },
      new AbortController().signal,
    );
  } finally {
    await world.dispose();
  }
}
