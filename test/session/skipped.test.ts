import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow } from '../support/session.ts';

const DOCS = { file: 'plan/tasks.json', at: '/docs', is: true };
const FLOW: Flow = {
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'docs', needs: ['plan'], when: DOCS },
    { id: 'site', needs: ['docs'] },
    { id: 'build', needs: ['plan', 'docs'] },
  ],
};
const says = (json: string): string => `usual; echo '${json}' > "$CAIRN_PHASE_DIR/tasks.json"`;

describe('a phase with a condition', () => {
  test('is skipped where it is not met, with what was found, and counts as done for those that need it', async () => {
    const s = await onGit(FLOW);
    await s.agent.part('plan', says('{"docs": "no"}'));
    expect(await s.start()).toMatchObject({
      reason: 'completed',
      message: 'The session is done, nothing checked: 2 phases, 2 skipped.',
    });
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 skipped docs/0 running',
      '4 skipped site/0 running',
      '5 phase build/1 done',
    ]);
    const { phases } = await s.api.status(DEMO);
    expect(phases.map(({ status }) => status)).toEqual(['done', 'skipped', 'skipped', 'done']);
    expect(phases.map(({ skipped }) => skipped)).toEqual([
      undefined,
      { file: 'plan/tasks.json', at: '/docs', found: 'no' },
      { needs: ['docs'] },
      undefined,
    ]);
    expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo~2')).toContain(
      'plan/tasks.json /docs is "no".',
    );
    // Only records change with it.
    expect(await s.repo.git('diff', '--name-only', 'cairn/demo~3', 'cairn/demo~2')).toBe(
      ['02-docs/phase.json', 'STATUS.md'].map((name) => `.cairn/sessions/demo/${name}`).join('\n'),
    );
    expect(await s.agent.runs()).toEqual(['plan 1', 'build 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('[S6] that is skipped says why, and counts as nothing that was checked', async () => {
    const s = await stage({
      ...FLOW,
      phases: FLOW.phases.map((phase) => ({ ...phase, checks: [{ run: 'true' }] })),
    });
    await s.agent.part('plan', says('{"docs": false}'));
    await s.start();
    const { phases } = await s.api.status(DEMO);
    expect(phases.map(({ status, checks }) => [status, checks.length])).toEqual([
      ['done', 1],
      ['skipped', 0],
      ['skipped', 0],
      ['done', 1],
    ]);
    const record = JSON.parse(
      await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/02-docs/phase.json'),
    ) as object;
    expect(record).toMatchObject({
      status: 'skipped',
      skipped: { file: 'plan/tasks.json', at: '/docs', found: false },
      attempts: [],
      checks: [],
      artifacts: [],
    });
  });

  test('runs where it is met', async () => {
    const s = await stage(FLOW);
    await s.agent.part('plan', says('{"docs": true}'));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['plan 1', 'docs 1', 'site 1', 'build 1']);
  });

  test('is decided by the tree of the tip, whatever lies in the working tree', async () => {
    const s = await stage(FLOW);
    await s.agent.part('plan', says('{"docs": false}'));
    await s.start({ until: 'plan' });
    const tree = await s.worktree();
    // Published as an edit first: then every clone sees it.
    await tree.write('.cairn/sessions/demo/01-plan/tasks.json', '{"docs": true}');
    await s.resume();
    expect(await s.agent.runs()).toContain('docs 1');
  });

  test('is a question where its file cannot be read; the answer decides, or it is looked at again', async () => {
    const s = await stage(FLOW);
    await s.agent.part('plan', says('{"docs": true, "docs": false}'));
    expect((await s.start()).reason).toBe('waiting');
    const { question, next } = await s.api.status(DEMO);
    expect(next).toEqual(['docs']);
    expect(question).toEqual({
      kind: 'question',
      about: 'condition',
      text: 'Whether docs runs is decided by plan/tasks.json, which cannot be read: the key "docs" is there twice.',
      options: ['look again', 'run it', 'skip it'],
    });
    await s.api.answer(DEMO, '1');
    expect((await s.resume()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'skip it');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['plan 1', 'build 1']);
    // Nothing was found: a person said so.
    expect((await s.api.status(DEMO)).phases[1]?.skipped).toEqual({
      file: 'plan/tasks.json',
      at: '',
      byPerson: true,
    });
    expect(await s.violations()).toEqual([]);
  });

  test.each<[name: string, made: string, why: string]>([
    ['a link', 'ln -s result.md "$CAIRN_PHASE_DIR/tasks.json"', 'it is a symbolic link, not a file'],
    [
      'a folder',
      'mkdir "$CAIRN_PHASE_DIR/tasks.json"; : > "$CAIRN_PHASE_DIR/tasks.json/x"',
      'it is a folder, not a file',
    ],
  ])(
    'is a question where %s is in the place of its file, whatever that leads to',
    async (_name, made, why) => {
      const { phases } = FLOW;
      const s = await stage({ ...FLOW, phases: [{ id: 'plan' }, ...phases.slice(1)] });
      await s.agent.part('plan', `usual; ${made}`);
      expect((await s.start()).reason).toBe('waiting');
      expect((await s.api.status(DEMO)).question?.text).toContain(`cannot be read: ${why}.`);
    },
  );

  test('goes back with a restore, and is decided anew after it', async () => {
    const s = await stage(FLOW);
    await s.agent.part('plan', says('{"docs": false}'));
    await s.start();
    await s.api.restore(DEMO, { to: 'plan' }, { dryRun: false });
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'pending',
      'pending',
      'pending',
    ]);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });
});

describe('a phase with a condition that stops the session', () => {
  const STOPS: Flow = {
    schema: 2,
    phases: [
      {
        id: 'look',
        artifacts: ['found.json'],
        stop: { when: { file: 'look/found.json', at: '/bugs', is: 0 } },
      },
      { id: 'mend' },
      { id: 'tell' },
    ],
  };
  const finds = (bugs: number): string => `usual; echo '{"bugs": ${bugs}}' > "$CAIRN_PHASE_DIR/found.json"`;

  test('[S26] ends it with the checkpoint that closes it, which says why, and closes no other phase', async () => {
    const s = await onGit(STOPS);
    await s.agent.part('look', finds(0));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.log()).toEqual(['1 opened - running', '2 phase look/1 done']);
    expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo')).toContain(
      'look stopped the session: look/found.json /bugs is 0.',
    );
    const { phases } = await s.api.status(DEMO);
    expect(phases.map(({ status, skipped }) => [status, skipped])).toEqual([
      ['done', undefined],
      ['skipped', { file: 'look/found.json', at: '/bugs', found: 0, stop: 'look' }],
      ['skipped', { file: 'look/found.json', at: '/bugs', found: 0, stop: 'look' }],
    ]);
    expect(await s.agent.runs()).toEqual(['look 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('goes on where that is not met', async () => {
    const s = await stage(STOPS);
    await s.agent.part('look', finds(2));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['look 1', 'mend 1', 'tell 1']);
  });
});

test('a condition over what its own phase promises finds nothing in its folder in any round, and elsewhere what an earlier one has made', async () => {
  const none = (file: string): object => ({ file, exists: false });
  const until = { file: 'check/ok.json', at: '/ok', is: true };
  const s = await stage({
    schema: 2,
    phases: [
      { id: 'docs', artifacts: ['docs.json'], when: none('docs/docs.json') },
      { id: 'api', artifacts: ['/api.json'], when: none('/api.json') },
      { id: 'check', artifacts: ['ok.json'], loop: { to: 'docs', until, max: 2 } },
    ],
  });
  await s.agent.part('docs', `echo '{}' > "$CAIRN_PHASE_DIR/docs.json"`);
  await s.agent.part('api', `echo '{"v": 1}' > api.json`);
  await s.agent.part('check-1', `echo '{"ok": false}' > "$CAIRN_PHASE_DIR/ok.json"`);
  await s.agent.part('check-2', `echo '{"ok": true}' > "$CAIRN_PHASE_DIR/ok.json"`);
  expect((await s.start()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['docs 1', 'api 1', 'check 1', 'docs 2', 'check 2']);
  expect((await s.api.status(DEMO)).phases[1]?.skipped).toEqual({
    file: '/api.json',
    at: '',
    found: { v: 1 },
  });
  expect(await s.violations()).toEqual([]);
});
