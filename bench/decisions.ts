import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SessionId } from '../src/model/names/ids.ts';
import { PLAIN_RESUME } from '../src/session/api/run.ts';
import { readTip } from '../src/session/record/sessionRecord.ts';
import { findFacts } from '../src/session/resume/gatherFacts.ts';
import { planResume } from '../src/model/plan/planResume.ts';
import { benchRepository } from './benchRepository.ts';
import { lengthen, openSession } from './longSession.ts';
import { interleaved, ms, timed, type BenchRow } from './row.ts';

const run = promisify(execFile);
const never = new AbortController().signal;

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
