import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository } from '../src/git/openRepository.ts';
import { parseTrailers, renderCheckpoint } from '../src/model/checkpoint/checkpointMessage.ts';
import type { RefName, SessionId, Timestamp } from '../src/model/names/ids.ts';
import { openWorld, type OpenedWorld } from '../src/runner/openWorld.ts';
import type { BenchRepository } from './benchRepository.ts';

const quiet = { info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
const ONE_PHASE = `schema: 1
name: bench
agent: { kind: command, command: [sh, agent.sh] }
phases:
  - id: one
    artifacts: [one.md]
    approval: required
`;

/** A session of this process's own, as far as its first phase `one`, which leaves `one.md`. */
export async function openSession(
  bench: BenchRepository,
  id: string,
  workflow: string = ONE_PHASE,
): Promise<OpenedWorld> {
  await bench.git('config', 'user.name', 'Bench');
  await bench.git('config', 'user.email', 'bench@localhost');
  await writeFile(
    join(bench.root, 'agent.sh'),
    'echo "# One\n\ndone" > "$CAIRN_PHASE_DIR/one.md"\necho \'{"go": true}\' > "$CAIRN_PHASE_DIR/one.json"\n',
  );
  await writeFile(join(bench.root, 'bench.yaml'), workflow);
  await bench.git('add', '-A');
  await bench.git('commit', '-qm', 'agent');
  const world = await openWorld(bench.root, { env: bench.env, log: quiet, onProgress: () => undefined });
  await world.api.start(
    {
      workflow: 'bench.yaml',
      request: 'Bench',
      id,
      inPlace: false,
      base: null,
      withChanges: false,
      until: 'one',
    },
    never,
  );
  return world;
}

/** Grows a session by checkpoints whose trees do not change: what is measured is the history. */
export async function lengthen(
  bench: BenchRepository,
  session: SessionId,
  checkpoints: number,
): Promise<void> {
  const repository = await openRepository(bench.root, { log: quiet, env: bench.env });
  const ref = `refs/heads/cairn/${session}` as RefName;
  let tip = await repository.tip(ref);
  if (tip === null) throw new Error('no session');
  const first = await repository.commitEntry(tip);
  const trailers = parseTrailers(first.message);
  if (trailers === null) throw new Error('no checkpoint');
  const at = new Date().toISOString() as Timestamp;
  for (let seq = trailers.seq + 1; seq <= checkpoints; seq += 1) {
    tip = await repository.commit({
      tree: first.tree,
      parents: [tip],
      message: renderCheckpoint(`checkpoint ${seq}`, '', {
        ...trailers,
        seq,
        kind: 'edit',
        phase: null,
        attempt: null,
      }),
      at,
    });
  }
  await repository.moveRef(ref, { from: first.commit, to: tip, why: 'bench' });
  await repository.dispose();
}
