import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Flow, type Stage } from '../support/session.ts';
import { allViolations, fork, goOn, OTHER } from '../support/forks.ts';

type Phases = Flow['phases'];
const PLAN = { id: 'plan', artifacts: ['tasks.json', 'more.json'] };
const build = (id = 'build', file = 'plan/tasks.json') => ({ id, needs: ['plan'], forEach: { file } });
const check = { id: 'check', needs: ['plan'], forEach: { file: 'plan/more.json' } };
const verify = (...needs: readonly string[]) => ({ id: 'verify', needs });
const flow = (...phases: Phases): Flow => ({ schema: 2, phases: [PLAN, ...phases] });
const BEFORE = flow(build(), check, verify('build', 'check'));
const LISTS = `echo '[{"id": "a"}, {"id": "b"}]' > "$CAIRN_PHASE_DIR/tasks.json"
echo '[{"id": "b"}, {"id": "c"}]' > "$CAIRN_PHASE_DIR/more.json"`;

const rows = async (s: Stage, session = DEMO) =>
  (await s.api.status(session)).phases.map(({ number, id, status }) => `${number} ${id} ${status}`);

/** A session whose items are known, one of them done, one blocked. */
async function begun(left = ''): Promise<Stage> {
  const s = await stage(BEFORE);
  await s.agent.part('plan', LISTS);
  await s.agent.part('build-b', `${left}\nexit 1`);
  await s.start();
  expect(await rows(s)).toContain('2 build-b blocked');
  await s.agent.part('build-b', 'usual');
  return s;
}

async function takeOver(s: Stage, after: Flow): Promise<void> {
  await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(after));
  expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
}

describe('another plan for a session whose items are known', () => {
  test.each<[name: string, after: Flow, then: readonly string[]]>([
    [
      'one that is repeated is gone: its items are, too, and those of the other stay',
      flow(build(), verify('build')),
      ['1 plan done', '2 build-a done', '2 build-b done', '4 verify done'],
    ],
    [
      'neither is repeated any more: what was done stays',
      flow(verify('plan')),
      ['2 build-a done', '1 plan done', '4 verify done'],
    ],
    [
      'one is renamed: it is repeated anew under its new name',
      flow(build('make'), check, verify('make', 'check')),
      [
        '2 build-a done',
        '1 plan done',
        '5 make-a done',
        '5 make-b done',
        '3 check-b done',
        '3 check-c done',
        '4 verify done',
      ],
    ],
    [
      'one is repeated for another list: that is read, and the number stays',
      flow(build('build', 'plan/more.json'), check, verify('build', 'check')),
      [
        '2 build-a done',
        '1 plan done',
        '2 build-b done',
        '2 build-c done',
        '3 check-b done',
        '3 check-c done',
        '4 verify done',
      ],
    ],
    [
      'one is repeated no more',
      flow({ id: 'build', needs: ['plan'] }, check, verify('build', 'check')),
      ['2 build-a done', '1 plan done', '2 build done', '3 check-b done', '3 check-c done', '4 verify done'],
    ],
    [
      'one more is repeated',
      flow(build(), check, build('docs'), verify('build', 'check', 'docs')),
      [
        '1 plan done',
        '2 build-a done',
        '2 build-b done',
        '3 check-b done',
        '3 check-c done',
        '5 docs-a done',
        '5 docs-b done',
        '4 verify done',
      ],
    ],
  ])('%s', async (_name, after, then) => {
    const s = await begun();
    await takeOver(s, after);
    expect(await rows(s)).toEqual(then);
    expect(await s.violations()).toEqual([]);
  });

  test('a phase called as an item is: a person is asked, as the list cannot be taken', async () => {
    const s = await begun();
    const after = flow({ id: 'build-b', needs: ['plan'] }, build(), verify('build', 'build-b'));
    await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(after));
    expect((await s.resume({ acceptPlan: true })).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question?.text).toContain(
      'item "b" would be the phase build-b, which is there already',
    );
    expect(await s.violations()).toEqual([]);
  });

  test('comes with a restore and with a fork of a checkpoint that had other items', async () => {
    const s = await begun();
    await takeOver(s, flow(build('build', 'plan/more.json'), verify('build')));
    await fork(s, 'build-a');
    expect((await goOn(s, OTHER)).reason).toBe('completed');
    await s.api.restore(DEMO, { to: 'build-a' }, { dryRun: false });
    expect(await rows(s)).toEqual(['2 build-a done', '1 plan done', '2 build pending', '4 verify pending']);
    expect((await s.resume()).reason).toBe('completed');
    const now = ['1 plan done', '2 build-a done', '2 build-b done', '2 build-c done', '4 verify done'];
    expect((await rows(s)).toSorted()).toEqual(now);
    expect((await rows(s, OTHER)).toSorted()).toEqual(now);
    expect(await s.violations()).toEqual([]);
  });

  test('an item of the new list that is called as one that was blocked begins with nothing of that, also after a restore to it and in a fork', async () => {
    const s = await begun('echo half > half.txt');
    const blocked = (await s.log()).length;
    const tries = async (session = DEMO): Promise<unknown> => {
      const path = `.cairn/sessions/${session}/02-build-b/phase.json`;
      return (JSON.parse(await s.repo.git('show', `cairn/${session}:${path}`)) as { attempts: unknown })
        .attempts;
    };
    const tips = async (): Promise<string> => {
      const lists = ['demo', OTHER].map((id) => s.repo.git('ls-tree', '-r', '--name-only', `cairn/${id}`));
      return (await Promise.all(lists)).join('\n');
    };
    const once = [{ outcome: 'completed' }];
    await takeOver(s, flow(build('build', 'plan/more.json'), verify('build')));
    expect(await tries()).toMatchObject(once);
    await fork(s, String(blocked));
    expect((await goOn(s, OTHER)).reason).toBe('completed');
    expect(await tries(OTHER)).toMatchObject(once);
    await s.api.restore(DEMO, { to: String(blocked) }, { dryRun: false });
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain(
      '02-build-b/phase.json',
    );
    expect((await s.resume()).reason).toBe('completed');
    expect(await tries()).toMatchObject(once);
    expect(await tips()).not.toContain('half.txt');
    expect(await allViolations(s)).toEqual([]);
  });

  test('a phase that waits in the checkpoint that a restore or a fork goes back to, and is repeated by now, is done once its items are', async () => {
    const s = await stage(flow({ id: 'build', approval: 'required' }, verify('build')));
    await s.agent.part('plan', LISTS);
    await s.agent.part('build', 'usual; echo half > half.txt');
    expect((await s.start()).reason).toBe('waiting');
    const waits = String((await s.log()).length);
    await takeOver(s, flow(build(), verify('build')));
    await fork(s, waits);
    expect((await goOn(s, OTHER)).reason).toBe('completed');
    await s.api.restore(DEMO, { to: waits }, { dryRun: false });
    expect(await rows(s)).toEqual(['1 plan done', '2 build pending', '3 verify pending']);
    await expect(s.api.approve(DEMO, 'build', null)).rejects.toMatchObject({ code: 'usage/not-possible' });
    expect((await s.resume()).reason).toBe('completed');
    const done = ['1 plan done', '2 build-a done', '2 build-b done', '3 verify done'];
    for (const session of [DEMO, OTHER] as const) {
      expect(await rows(s, session)).toEqual(done);
      expect(await s.repo.git('ls-tree', '-r', '--name-only', `cairn/${session}`)).not.toContain('half.txt');
    }
    expect(await allViolations(s)).toEqual([]);
  });
});
