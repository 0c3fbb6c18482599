import { describe, expect, test } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { parseStatus } from '../../src/model/status/parseStatus.ts';
import type { Progress } from '../../src/session/progress.ts';
import { stage } from '../support/memoryStage.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, type Flow, type Seat, type Stage } from '../support/session.ts';

const world = { settings: { baselineMs: 60_000 } };
const staged = (flow: Flow, over: Parameters<typeof stage>[1] = {}): Promise<Stage> =>
  stage({ schema: 3, ...flow }, { world, ...over });

/** A suite that is red from the beginning: it wants a file that nobody has. */
const RED = 'echo "no fixture"; test -f fixture';
const one = (check: Record<string, unknown>, over: Record<string, unknown> = {}): Flow => ({
  phases: [{ id: 'one', retries: 0, artifacts: ['result.md'], checks: [check], ...over }],
});

/** True but for the first time that it is run. */
const ONCE = '{ test -f ../../ran || { touch ../../ran; false; }; }';

type Ended = Extract<Progress, { type: 'baseline-ended' }>;
const saidBefore = ({ progress }: Pick<Seat, 'progress'>): readonly string[] =>
  progress
    .filter((event): event is Ended => event.type === 'baseline-ended')
    .map(({ name, outcome, knownSince }) => `${name} ${outcome}${knownSince === undefined ? '' : ' known'}`);

async function recordOf(s: Stage, phase = '01-one', session: SessionId = DEMO): Promise<PhaseRecord> {
  const path = `.cairn/sessions/${session}/${phase}/phase.json`;
  return JSON.parse(await s.repo.git('show', `cairn/${session}:${path}`)) as PhaseRecord;
}
async function checkedNow(s: Stage): Promise<readonly unknown[]> {
  const read = parseStatus(
    'STATUS.md',
    await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/STATUS.md'),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.rows.map(({ checked }) => checked);
}

describe('what was red before anything was changed', () => {
  test('is told to the next phase, until it passes; and the phase that is named for it is the one where it still failed', async () => {
    const suite = { run: 'test -f fixture', name: 'suite', red: 'as-before' };
    const other = { run: 'test -f other', name: 'other', red: 'as-before' };
    const phase = (id: string, checks: readonly object[]) => ({ id, artifacts: ['result.md'], checks });
    const s = await staged({
      phases: [phase('one', [other]), phase('two', [suite]), phase('three', [suite]), phase('four', [])],
    });
    await s.agent.part('three', 'usual; touch fixture');
    expect((await s.start()).reason).toBe('completed');
    const packet = async (folder: string) =>
      s.repo.git('show', `cairn/demo:.cairn/sessions/demo/${folder}/PACKET.md`);
    expect(await packet('02-two')).toMatch(/^- Checks that did not pass when they ran last: other, suite$/m);
    expect(await packet('03-three')).toMatch(/^- Checks that did not pass when they ran last: other$/m);
    const { details } = await refusal(s.api.land(DEMO, { branch: 'x', notRed: true }), 'usage/not-possible');
    expect(details.refusal).toEqual({ because: 'checks-red', checks: ['other'], phase: 'one' });
    expect(await s.violations()).toEqual([]);
  });

  test('and still is does not hold up a phase that may leave it so, and never shows as passed', async () => {
    const s = await staged(one({ run: RED, name: 'suite', red: 'as-before' }));
    expect((await s.start()).reason).toBe('completed');
    expect(saidBefore(s)).toEqual(['suite failed']);
    const { baseline, checks } = await recordOf(s);
    expect(baseline).toEqual([
      {
        run: RED,
        outcome: 'failed',
        exitCode: 1,
        ms: expect.any(Number),
        tail: 'no fixture',
        at: expect.any(String),
      },
    ]);
    expect(checks).toMatchObject([{ name: 'suite', outcome: 'failed', before: 'failed' }]);
    expect(await checkedNow(s)).toEqual(['red']);
    expect(await s.violations()).toEqual([]);
  });

  test('and still is, is landed only where somebody says that it may be', async () => {
    const s = await staged(one({ run: RED, name: 'suite', red: 'as-before' }));
    await s.agent.part('one', 'usual; echo made > made.txt');
    await s.start();
    const careful = { branch: 'careful', onlyDone: true, notRed: true };
    const refused = await refusal(s.api.land(DEMO, careful), 'usage/not-possible');
    expect(refused.details).toMatchObject({
      refusal: { because: 'checks-red', checks: ['suite'], phase: 'one' },
    });
    expect(await s.api.land(DEMO, { ...careful, notRed: false })).toMatchObject({ checked: 'red' });
  });

  test('but passed when it ran last, holds up no landing', async () => {
    const flow = one({ run: 'test -f made.txt', name: 'suite', red: 'as-before' });
    const s = await staged(flow);
    await s.agent.part('one', 'usual; echo made > made.txt');
    await s.start();
    expect(await checkedNow(s)).toEqual(['passed']);
    expect(await s.api.land(DEMO, { branch: 'green', notRed: true })).toMatchObject({ branch: 'green' });
  });

  test('and is green now shows as passed', async () => {
    const s = await staged(one({ run: RED, name: 'suite', red: 'as-before' }));
    await s.agent.part('one', 'touch fixture; usual');
    expect((await s.start()).reason).toBe('completed');
    expect((await recordOf(s)).checks).toMatchObject([{ outcome: 'passed', before: 'failed' }]);
    expect(await checkedNow(s)).toEqual(['passed']);
  });

  test('is told to the agent with its last lines, and what was green is not', async () => {
    const checks = [{ run: RED, name: 'suite', red: 'as-before' }, { run: 'true' }];
    const s = await staged({ phases: [{ id: 'one', artifacts: ['result.md'], checks }] });
    await s.start();
    const prompt = await s.agent.prompt('one');
    expect(prompt).toMatch(
      /## What did not pass before anything was changed\n\n.*\n\n- `suite` failed with exit code 1\. It may fail still/,
    );
    expect(prompt).toContain('no fixture');
    expect(prompt).not.toContain('- `true` failed');
  });

  test('is nothing that gets worse: what passed before has to pass', async () => {
    const s = await staged(one({ run: 'test ! -f broken', red: 'as-before' }));
    await s.agent.part('one', 'touch broken; usual');
    expect((await s.start()).reason).toBe('blocked');
    expect((await recordOf(s)).attempts.at(-1)?.reasons[0]).toMatch(/before anything was changed it passed$/);
  });

  test('is red no more once it has passed: a later phase that breaks it again is held up, and its agent is told', async () => {
    const suite = { run: RED, name: 'suite', red: 'as-before' };
    const s = await staged({
      phases: [
        { id: 'one', artifacts: ['result.md'], checks: [suite] },
        { id: 'two', retries: 0, artifacts: ['result.md'], checks: [suite] },
      ],
    });
    await s.agent.part('one', 'touch fixture; usual');
    await s.agent.part('two', 'rm fixture; usual');
    expect((await s.start()).reason).toBe('blocked');
    expect(await s.agent.prompt('two')).toContain('It has to pass when you end.');
    expect((await recordOf(s, '02-two')).attempts.at(-1)?.reasons).toEqual([
      'the check "suite" failed with exit code 1; it has passed in one, so it is not red as before',
    ]);
    expect(await checkedNow(s)).toEqual(['passed', null]);
  });

  test('is known of every phase, and written down once', async () => {
    const checks = [{ run: RED, name: 'suite', red: 'as-before' }];
    const s = await staged({
      phases: ['one', 'two'].map((id) => ({ id, artifacts: ['result.md'], checks })),
    });
    expect((await s.start()).reason).toBe('completed');
    expect(saidBefore(s)).toEqual(['suite failed']);
    const [first, second] = [await recordOf(s), await recordOf(s, '02-two')];
    expect([first.baseline?.length, second.baseline]).toEqual([1, undefined]);
    expect(second.checks).toMatchObject([{ before: 'failed' }]);
  });

  test('is found out where phases work side by side, too', async () => {
    const checks = [{ run: RED, name: 'suite', red: 'as-before' }];
    const s = await staged({
      parallel: 2,
      worktree: { setup: ['touch ../../set-up; echo made >> made.txt'] },
      phases: ['one', 'two'].map((id) => ({ id, needs: [], artifacts: ['result.md'], checks })),
    });
    expect((await s.start()).reason).toBe('completed');
    expect(saidBefore(s)).toEqual(['suite failed']);
    expect(await checkedNow(s)).toEqual(['red', 'red']);
    expect((await recordOf(s)).checks).toMatchObject([{ before: 'failed' }]);
    expect((await recordOf(s, '02-two')).checks).toMatchObject([{ before: 'failed' }]);
    expect(await s.violations()).toEqual([]);
  });
});

describe('checks that are run before anything is changed', () => {
  test('are each run once, with what their set-up has made', async () => {
    const s = await staged({
      worktree: { setup: ['echo ready > .ready'] },
      ...one({ run: 'test -f .ready && echo "$CAIRN_SLOT|$CI" >> ../../runs' }),
    });
    expect((await s.start()).reason).toBe('completed');
    expect(await s.repo.read('../runs')).toBe('1|true\n1|true\n');
  });

  test('leave nothing of theirs in the first phase: it is taken away, and a rescue keeps it', async () => {
    const s = await staged(one({ run: `${ONCE} || { echo x > report.txt; echo y >> README.md; }` }));
    const there: string[] = [];
    await s.agent.part('one', 'ls >> ../../seen; cat README.md >> ../../seen; usual');
    expect((await s.start()).reason).toBe('completed');
    there.push(...(await s.repo.read('../seen')).split('\n'));
    expect(there).not.toContain('report.txt');
    expect(there).not.toContain('y');
    expect(s.told().join('\n')).toContain('left README.md, report.txt');
    expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:report.txt')).toBe('x');
    expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).not.toContain('report.txt');
  });

  test('leave what the set-up has made as it was', async () => {
    const s = await staged({
      worktree: { setup: ['echo locked > lock.txt'] },
      ...one({ run: `${ONCE} || echo x > report.txt` }),
    });
    expect((await s.start()).reason).toBe('completed');
    const names = (await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).split('\n');
    expect(names).toContain('lock.txt');
    expect(names).not.toContain('report.txt');
  });

  test('are none where a workflow has none, or where no time is given to them', async () => {
    const s = await staged({ phases: [{ id: 'one' }] });
    await s.start();
    expect(saidBefore(s)).toEqual([]);
    const never = await staged(one({ run: RED, red: 'as-before' }), {
      world: { settings: { baselineMs: 0 } },
    });
    expect((await never.start()).reason).toBe('blocked');
    expect(saidBefore(never)).toEqual([]);
  });

  test('are none of those that ask of the phase they are run for', async () => {
    const s = await staged(one({ run: 'test -s "$CAIRN_PHASE_DIR/result.md"' }));
    expect((await s.start()).reason).toBe('completed');
    expect(saidBefore(s)).toEqual([]);
  });

  test('that passed are not run once more for another session on the same tree, which is told since when it is known', async () => {
    const s = await staged(one({ run: 'echo ran >> ../../runs', name: 'suite', red: 'as-before' }));
    await s.start();
    const again = await s.seat();
    expect((await again.start({ id: 'again' })).reason).toBe('completed');
    expect(saidBefore(again)).toEqual(['suite passed known']);
    // Before the first session, and after the phase of each.
    expect(await s.repo.read('../runs')).toBe('ran\n'.repeat(3));
    expect((await recordOf(s, '01-one', 'again' as SessionId)).baseline).toMatchObject([
      { outcome: 'passed' },
    ]);
  });

  test('that were red are looked at again by each session: it may have been a bad moment', async () => {
    const flaky = 'test -e ../../later || { touch ../../later; exit 1; }';
    const s = await staged(one({ run: flaky, name: 'suite', red: 'as-before' }));
    await s.start();
    const again = await s.seat();
    expect((await again.start({ id: 'again' })).reason).toBe('completed');
    expect([saidBefore(s), saidBefore(again)]).toEqual([['suite failed'], ['suite passed']]);
  });

  test('are run anew on another tree, and where they could not be run', async () => {
    const s = await staged(one({ run: 'exit 127', name: 'suite' }));
    await s.start();
    const again = await s.seat();
    await again.start({ id: 'again' });
    expect(saidBefore(again)).toEqual(['suite broke']);
    const red = await staged(one({ run: RED, name: 'suite', red: 'as-before' }));
    await red.start();
    await red.repo.write('other.txt', '');
    await red.repo.commit('another tree');
    const other = await red.seat();
    await other.start({ id: 'other' });
    expect(saidBefore(other)).toEqual(['suite failed']);
  });

  test('are not run for a session that goes on, nor for one that a person has worked on', async () => {
    const s = await staged(one({ run: 'test -f never', name: 'suite' }), {
      world: { settings: { baselineMs: 0 } },
    });
    await s.start();
    const later = await s.seat(world);
    expect((await later.resume({ again: 'one' })).reason).toBe('blocked');
    expect(saidBefore(later)).toEqual([]);
  });
});

describe('in place', () => {
  test('they are run in the working tree, and what they leave is a checkpoint before the first phase', async () => {
    const s = await staged(one({ run: `${ONCE} || echo x > report.txt`, name: 'suite' }));
    expect((await s.start({ inPlace: true })).reason).toBe('completed');
    expect(saidBefore(s)).toEqual(['suite passed']);
    expect(await s.log()).toEqual(['1 opened - running', '2 edit - running', '3 phase one/1 done']);
    expect(await s.repo.read('report.txt')).toBe('x\n');
    expect(s.told().join('\n')).toContain(
      'Changed while checks were run before the first phase, by them or by you, and taken along as a checkpoint of its own (1 file): report.txt.',
    );
    expect(await s.violations()).toEqual([]);
  });

  test('they are not run beside changes of a person that no commit has, which is said', async () => {
    const s = await staged(one({ run: RED, red: 'as-before' }));
    await s.repo.write('README.md', 'mine\n');
    expect((await s.start({ inPlace: true, withChanges: true })).reason).toBe('blocked');
    expect(saidBefore(s)).toEqual([]);
    expect(s.told().join('\n')).toContain(
      'your uncommitted changes: no check is run before the first attempt',
    );
  });
});
