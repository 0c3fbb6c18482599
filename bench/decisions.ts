import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openRepository } from '../src/git/openRepository.ts';
import { parseTrailers, renderCheckpoint } from '../src/model/checkpoint/checkpointMessage.ts';
import type { RefName, SessionId, Timestamp } from '../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../src/session/api/run.ts';
import { readTip } from '../src/session/record/sessionRecord.ts';
import { findFacts } from '../src/session/resume/gatherFacts.ts';
import { planResume } from '../src/model/plan/planResume.ts';
import { openWorld } from '../src/runner/openWorld.ts';
import { benchRepository, type BenchRepository } from './benchRepository.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const run = promisify(execFile);
const quiet = { info() {}, warn() {}, error() {} };
const never = new AbortController().signal;
const WORKFLOW = `schema: 1
name: bench
agent: { kind: command, command: [sh, agent.sh] }
phases:
  - id: one
    artifacts: [one.md]
    approval: required
`;

/**
 * What a resume of a session with many checkpoints costs before anything runs, against one `git log` over them: where
 * the tip was published here, and where it came from elsewhere and all of the history has to be looked at.
 */
export async function measureResume(checkpoints = 1000): Promise<BenchRow[]> {
  const bench = await benchRepository(200);
  const world = await openSession(bench, 'long');
  const decision = async (tip: string, expected: string): Promise<BenchRow> => {
    const decide = async (): Promise<void> => {
      const record = await readTip(world.world, 'long' as SessionId);
      const plan = planResume((await findFacts(world.world, record, PLAIN_RESUME)).facts);
      if (plan.do !== expected) throw new Error(`decided to ${plan.do}`);
    };
    const log = (): Promise<unknown> =>
      run('git', ['log', '--first-parent', '--format=%H%n%B', 'cairn/long'], {
        cwd: bench.root,
        maxBuffer: 1 << 28,
      });
    const [ours = 0, theirs = 0] = await interleaved(15, [() => timed(decide), () => timed(log)]);
    const ratio = ours / theirs;
    return {
      measure: 'resume decision',
      at: `${checkpoints} checkpoints, ${tip}`,
      against: 'one `git log` over them',
      ratio,
      bar: '≤ 1.5 ×',
      holds: ratio <= 1.5,
      note: `${ms(ours)} / ${ms(theirs)}`,
    };
  };
  try {
    await lengthen(bench, 'long' as SessionId, checkpoints);
    const strange = await decision('the tip came from elsewhere', 'refuse');
    await world.api.resume('long' as SessionId, { ...PLAIN_RESUME, trust: true }, never);
    return [await decision('the tip was published here', 'nothing'), strange];
  } finally {
    await world.dispose();
    await bench.dispose();
  }
}

/** Listing many sessions, against one `for-each-ref` that prints the same messages. */
export async function measureList(sessions = 200): Promise<BenchRow[]> {
  const bench = await benchRepository(200);
  const world = await openSession(bench, 'first');
  try {
    const tip = (await bench.git('rev-parse', 'cairn/first')).trim();
    const message = await bench.git('log', '-1', '--format=%B', tip);
    for (let n = 1; n < sessions; n += 1) {
      const id = `session-${String(n).padStart(4, '0')}`;
      const commit = (
        await bench.shell(
          `echo "${message.replaceAll('Cairn-Session: first', `Cairn-Session: ${id}`).replaceAll('"', '\\"')}" | $G commit-tree ${tip}^{tree} -p ${tip}`,
        )
      ).trim();
      await bench.git('update-ref', `refs/heads/cairn/${id}`, commit);
    }
    const [ours = 0, bare = 0] = await interleaved(15, [
      () => timed(() => world.api.list()),
      () =>
        timed(() =>
          run(
            'git',
            [
              'for-each-ref',
              '--format=%(refname)%00%(objectname)%00%(committerdate:iso-strict)%00%(contents)',
              'refs/heads/cairn/',
            ],
            { cwd: bench.root, maxBuffer: 1 << 28 },
          ),
        ),
    ]);
    if ((await world.api.list()).length !== sessions) throw new Error('not all sessions are listed');
    const ratio = ours / bare;
    return [
      {
        measure: 'list',
        at: `${sessions} sessions`,
        against: 'one `for-each-ref` with messages',
        ratio,
        bar: '≤ 1.5 ×, one process',
        holds: ratio <= 1.5,
        note: `${ms(ours)} / ${ms(bare)}; one process`,
      },
    ];
  } finally {
    await world.dispose();
    await bench.dispose();
  }
}

async function openSession(bench: BenchRepository, id: string): ReturnType<typeof openWorld> {
  await bench.git('config', 'user.name', 'Bench');
  await bench.git('config', 'user.email', 'bench@localhost');
  await writeFile(join(bench.root, 'agent.sh'), 'echo "# One\n\ndone" > "$CAIRN_PHASE_DIR/one.md"\n');
  await writeFile(join(bench.root, 'bench.yaml'), WORKFLOW);
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
      until: null,
    },
    never,
  );
  return world;
}

/** Grows a session by checkpoints whose trees do not change: what is measured is the history. */
async function lengthen(bench: BenchRepository, session: SessionId, checkpoints: number): Promise<void> {
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
