import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Seat, type Stage } from '../support/session.ts';
import { cloneOf, pull, push, remoteOf } from '../support/twoClones.ts';

const ASKS = { approval: 'required' } as const;
const FLOW: Flow = { phases: [{ id: 'plan', ...ASKS }, { id: 'build' }, { id: 'check', ...ASKS }] };
const PERSON = 'Ada Test <ada@example.invalid>';

const approvals = async (s: Seat, folder = '01-plan'): Promise<readonly Record<string, unknown>[]> =>
  (
    JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/${folder}/phase.json`)) as {
      approvals: readonly Record<string, unknown>[];
    }
  ).approvals;

const boundsOf = (s: Seat) => s.progress.findLast((event) => event.type === 'unattended');

/** A session in which that was said here, and a clone of it. */
async function inTwoClones(approve: readonly string[], until: string): Promise<{ s: Stage; other: Seat }> {
  const s = await stage(FLOW);
  await s.start({ approve, until });
  await s.repo.git('clone', '-q', '--bare', '.', remoteOf(s));
  await s.repo.git('remote', 'add', 'origin', remoteOf(s));
  return { s, other: await cloneOf(s, 'clone') };
}

describe('an approval that is said beforehand', () => {
  test('closes its phase as soon as its gate holds, and is recorded as that; others wait as ever', async () => {
    const s = await stage(FLOW);
    const before = new Date().toISOString();
    expect(await s.start({ approve: ['plan'] })).toMatchObject({ reason: 'waiting', phase: 'check' });
    const [word, ...others] = await approvals(s);
    expect(word).toMatchObject({ decision: 'approved', by: PERSON, comment: null, beforehand: true });
    expect(word?.['artifacts']).toHaveLength(1);
    expect(others).toEqual([]);
    expect(String(word?.['at']) >= before).toBe(true);
    expect(await approvals(s, '03-check')).toEqual([]);
    expect(s.told()).toContain(`plan is approved, as ${PERSON} said beforehand.`);
    expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo~2')).toContain(
      `Approved beforehand by ${PERSON}`,
    );
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 phase build/1 running',
      '4 waiting check/1 waiting',
    ]);
    expect(await s.violations()).toEqual([]);
    expect(boundsOf(s)).toMatchObject({
      isLeftAlone: true,
      limits: [],
      sandbox: null,
      approvals: [
        { phase: 'plan', by: PERSON },
        { phase: 'check', by: null },
      ],
    });
  });

  test('says nothing where the gate does not hold', async () => {
    const s = await stage({ phases: [{ id: 'plan', ...ASKS, checks: [{ run: 'false' }] }] });
    expect((await s.start({ approve: ['plan'] })).reason).toBe('blocked');
    expect(await approvals(s)).toEqual([]);
  });

  test('holds for each round of its phase', async () => {
    const s = await stage({
      schema: 2,
      phases: [
        { id: 'plan', ...ASKS },
        {
          id: 'review',
          artifacts: ['verdict.json'],
          loop: { to: 'plan', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 3 },
        },
      ],
    });
    await s.agent.part(
      'review',
      `if [ "$CAIRN_ROUND" -ge 2 ]; then ok=true; else ok=false; fi
printf '{"ok": %s}\\n' $ok > "$CAIRN_PHASE_DIR/verdict.json"`,
    );
    expect((await s.start({ approve: ['plan'] })).reason).toBe('completed');
    expect((await approvals(s)).map(({ beforehand }) => beforehand)).toEqual([true, true]);
    expect(await s.violations()).toEqual([]);
  });

  test('holds for each item of a phase that is repeated, beside others', async () => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'plan', artifacts: ['tasks.json'] },
        {
          id: 'task',
          prompt: 'Do it.',
          forEach: { file: 'plan/tasks.json', at: '' },
          artifacts: ['result.md'],
          ...ASKS,
        },
      ],
    });
    await s.agent.part(
      'plan',
      `usual
printf '[{"id": "a"}, {"id": "b"}]\\n' > "$CAIRN_PHASE_DIR/tasks.json"`,
    );
    expect((await s.start({ approve: ['task'] })).reason).toBe('completed');
    expect(await approvals(s, '02-task-a')).toMatchObject([{ beforehand: true }]);
    expect(await approvals(s, '02-task-b')).toMatchObject([{ beforehand: true }]);
    expect(await s.violations()).toEqual([]);
  });

  test('is remembered on this machine until it is used, and may be said with a resume', async () => {
    const s = await stage(FLOW);
    await s.start({ approve: ['check'], until: 'plan' });
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('completed');
    const later = await stage(FLOW);
    await later.start();
    await later.api.approve(DEMO, null, null);
    expect((await later.resume({ approve: ['check'] })).reason).toBe('completed');
    // What is done is not said again.
    expect(boundsOf(later)).toMatchObject({ approvals: [{ phase: 'check', by: PERSON }] });
  });

  test('is not known to another clone: it waits there', async () => {
    const { other } = await inTwoClones(['plan', 'check'], 'plan');
    expect(await other.resume({ trust: true })).toMatchObject({ reason: 'waiting', phase: 'check' });
  });

  test('is taken back by a restore, here or in another clone, until it is said again', async () => {
    const here = await stage(FLOW);
    await here.start({ approve: ['plan', 'check'], until: 'build' });
    await here.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect(await here.resume({ unattended: true })).toMatchObject({ reason: 'waiting', phase: 'plan' });
    const nobody = [
      { phase: 'plan', by: null },
      { phase: 'check', by: null },
    ];
    expect(boundsOf(here)).toMatchObject({ approvals: nobody });

    const { s, other } = await inTwoClones(['plan', 'check'], 'build');
    await other.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    await push(other.repo);
    await pull(s.repo);
    expect(await s.resume({ unattended: true, trust: true })).toMatchObject({
      reason: 'waiting',
      phase: 'plan',
    });
    expect(boundsOf(s)).toMatchObject({ approvals: nobody });
    expect(await approvals(s)).toEqual([]);
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect((await s.resume({ approve: ['plan', 'check'] })).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('is not taken back by what goes on elsewhere', async () => {
    const { s, other } = await inTwoClones(['check'], 'check');
    expect(await other.resume({ trust: true })).toMatchObject({ reason: 'waiting', phase: 'plan' });
    await other.api.approve(DEMO, null, null);
    await push(other.repo);
    await pull(s.repo);
    expect(await s.resume({ trust: true })).toMatchObject({ reason: 'completed' });
  });

  test('is taken back by a no', async () => {
    const s = await stage(FLOW);
    await s.start({ approve: ['plan'], until: 'plan' });
    // What was approved is no more what lies there: a person looks at it.
    await (await s.worktree()).write(`.cairn/sessions/${DEMO}/01-plan/result.md`, 'Another plan.\n');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'plan' });
    await s.api.reject(DEMO, 'plan', 'Smaller.');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'plan' });
  });

  test.each([
    [['paln'], 'usage/unknown-phase', { phase: 'paln', known: ['plan', 'build', 'check'] }],
    [['build'], 'usage/invalid', { what: { given: 'approve', value: 'build' } }],
  ])('of %j is refused before anything is made', async (approve, code, details) => {
    const s = await stage(FLOW);
    await expect(s.start({ approve })).rejects.toMatchObject({ code, details });
    expect(await s.api.list()).toEqual([]);
    await s.start();
    await expect(s.resume({ approve })).rejects.toMatchObject({ code, details });
  });
});
