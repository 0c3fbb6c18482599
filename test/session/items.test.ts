import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow } from '../support/session.ts';
import { flow, ids, plan, TASKS, VERDICT } from './itemsFlow.ts';

describe('a phase that is repeated for each item of a list', () => {
  test('becomes a phase for each, with its needs, its texts and its item; what needs it needs them all', async () => {
    const check = { run: 'cp "$CAIRN_ITEM" "$CAIRN_PHASE_DIR/checked.txt"' };
    const s = await onGit(flow({}, {}, { checks: [check] }));
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('build-web-ui', 'usual; cp "$CAIRN_ITEM" "$CAIRN_PHASE_DIR/item.txt"');
    await s.agent.part('verify', VERDICT);
    expect((await s.start()).reason).toBe('completed');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 plan plan/1 running',
      '4 phase build-api/1 running',
      '5 phase build-web-ui/1 running',
      '6 phase verify/1 done',
    ]);
    expect(await ids(s)).toEqual(['plan done', 'build-api done', 'build-web-ui done', 'verify done']);
    const { phases } = await s.api.status(DEMO);
    expect(phases.map(({ needs }) => needs)).toEqual([
      [],
      ['plan'],
      ['plan', 'build-api'],
      ['build-api', 'build-web-ui'],
    ]);
    expect(phases.map(({ number }) => number)).toEqual([1, 2, 2, 3]);
    expect(await s.agent.prompt('build-web-ui')).toContain('Do the page as HTML.');
    const { git } = s.repo;
    const folder = '.cairn/sessions/demo';
    const item = async (name: string) =>
      JSON.parse(await git('show', `cairn/demo:${folder}/${name}`)) as unknown;
    expect(await item('02-build-web-ui/item.txt')).toEqual(TASKS[1]);
    // Its checks are told of it, too.
    expect(await item('02-build-web-ui/checked.txt')).toEqual(TASKS[1]);
    expect(await item('02-build-api/checked.txt')).toEqual(TASKS[0]);
    // Only the plan of the session changes with it, and the workflow stays as it was opened.
    expect(await git('diff', '--name-only', 'cairn/demo~4', 'cairn/demo~3')).toBe(
      [`${folder}/STATUS.md`, `${folder}/items.json`].join('\n'),
    );
    expect(await git('log', '--format=%H', 'cairn/demo', '--', `${folder}/workflow.yaml`)).toBe(
      await git('rev-parse', 'cairn/demo~5'),
    );
    expect(await s.violations()).toEqual([]);
  });

  test('is known by the name that its workflow has for it, to whoever asks for what only its items have', async () => {
    const s = await stage(flow({}, { approval: 'required' }));
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    expect((await s.start()).reason).toBe('waiting');
    const items = ['build-api', 'build-web-ui'];
    const { api } = s;
    for (const ask of [
      () => api.diff(DEMO, 'build'),
      () => api.packet(DEMO, 'build'),
      () => api.output(DEMO, 'build'),
      () => api.restore(DEMO, { to: 'build' }, { dryRun: true }),
      () => api.show(DEMO, 'result.md@build'),
      () => api.path(DEMO, 'build'),
      () => api.approve(DEMO, 'build', null),
      () => api.find('build'),
    ])
      await expect(ask()).rejects.toMatchObject({ details: { phase: 'build', items } });
    expect(await api.path(DEMO, 'plan')).toBe(await api.path(DEMO));
  });

  test('[A33, A45] is listed when it is expanded, and in the order of the list at the end, whichever ended first', async () => {
    const s = await stage(flow());
    await s.agent.part('plan', plan(TASKS.toReversed()));
    await s.agent.part('verify', VERDICT);
    await s.start();
    expect(await s.agent.runs()).toEqual(['plan 1', 'build-api 1', 'build-web-ui 1', 'verify 1']);
    expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo~3')).toContain('build-web-ui, build-api');
    expect(await ids(s)).toEqual(['plan done', 'build-web-ui done', 'build-api done', 'verify done']);
    const { git } = s.repo;
    const folder = '.cairn/sessions/demo';
    for (const item of ['build-web-ui', 'build-api']) {
      const { status, attempts, artifacts } = JSON.parse(
        await git('show', `cairn/demo:${folder}/02-${item}/phase.json`),
      ) as Readonly<Record<string, readonly object[]>>;
      const blob = await git('rev-parse', `cairn/demo:${folder}/02-${item}/result.md`);
      expect({ status, attempts, artifacts }).toMatchObject({
        status: 'done',
        attempts: [{ attempt: 1 }],
        artifacts: [{ path: `${folder}/02-${item}/result.md`, blob }],
      });
    }
  });

  test('is skipped where the list is empty', async () => {
    const s = await stage(flow());
    await s.agent.part('plan', plan([]));
    await s.agent.part('verify', VERDICT);
    expect((await s.start()).reason).toBe('completed');
    expect(await ids(s)).toEqual(['plan done', 'build skipped', 'verify skipped']);
    expect(await s.violations()).toEqual([]);
  });

  test.each<[name: string, tasks: unknown, told: string]>([
    ['no list', { a: 1 }, 'plan/tasks.json /tasks is no list of items for build'],
    ['two of one name', [TASKS[0], { ...TASKS[0], id: 'api' }], 'would be the phase build-api, as item 1 is'],
    ['a need that is no item', [{ ...TASKS[0], needs: ['x'] }], 'item "API" needs "x", which is no item'],
    ['a text that is missing', [{ id: 'API', title: 'x' }], 'item "API" has no how'],
    [
      'two that wait for each other',
      [
        { ...TASKS[0], needs: ['b'] },
        { ...TASKS[0], id: 'b', needs: ['API'] },
      ],
      'these items wait for each other: API needs b needs API',
    ],
  ])('whose list has %s: the gate of the phase that wrote it does not hold', async (_name, tasks, told) => {
    const s = await stage(flow());
    await s.agent.part('plan', plan(tasks));
    expect((await s.start()).reason).toBe('blocked');
    expect((await s.api.status(DEMO)).phases[0]?.reasons.join('\n')).toContain(told);
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    expect((await s.resume()).reason).toBe('completed');
  });

  test('asks where there are more items than it may have', async () => {
    const s = await stage(flow({ max: 1 }));
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    expect((await s.start()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question).toMatchObject({
      text: 'plan/tasks.json has 2 items for build, which may have 1.',
      options: ['run all', 'run the first 1', 'skip it'],
    });
    expect((await s.api.log(DEMO)).at(-1)?.subject).toBe(
      'cairn: build waits: a person must say how many of its 2 items are run',
    );
    await s.api.answer(DEMO, 'run the first 1');
    expect((await s.resume()).reason).toBe('completed');
    expect(await ids(s)).toEqual(['plan done', 'build-api done', 'verify done']);
    expect(await s.violations()).toEqual([]);
  });

  test('whose condition is not met is skipped once, and nobody is asked how many it may have', async () => {
    const s = await stage(flow({ max: 1 }, {}, { when: { file: 'plan/tasks.json', at: '/go', is: true } }));
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    expect((await s.start()).reason).toBe('completed');
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 skipped build/0 running',
      '4 skipped verify/0 done',
    ]);
    expect((await s.api.status(DEMO)).phases[1]?.skipped).toEqual({ file: 'plan/tasks.json', at: '/go' });
    expect(await s.violations()).toEqual([]);
  });

  test('is decided anew in another round, and its list read then', async () => {
    const s = await stage({
      schema: 2,
      phases: [
        { id: 'look', needs: [], artifacts: ['look.json'] },
        { id: 'plan', needs: [], artifacts: ['tasks.json'] },
        {
          id: 'build',
          needs: ['plan', 'look'],
          when: { file: 'look/look.json', at: '/go', is: 2 },
          forEach: { file: 'plan/tasks.json', at: '/tasks' },
        },
        {
          id: 'verify',
          needs: ['look', 'build'],
          artifacts: ['verdict.json'],
          loop: { to: 'look', until: { file: 'verify/verdict.json', at: '/go', is: 2 }, max: 2 },
        },
      ],
    });
    const round = (file: string): string =>
      `printf '{"go": %s}' "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/${file}.json"`;
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('look', round('look'));
    await s.agent.part('verify', round('verdict'));
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual([
      'look 1',
      'plan 1',
      'verify 1',
      'look 2',
      'build-api 1',
      'build-web-ui 1',
      'verify 2',
    ]);
    expect((await s.log()).filter((line) => line.includes('skipped'))).toEqual(['4 skipped build/0 running']);
    expect(await s.violations()).toEqual([]);
  });

  test('is shown as it will run where a person approves the phase that writes the list, as that lies there', async () => {
    const { phases, ...rest } = flow();
    const approved = {
      ...rest,
      phases: [{ ...phases[0], id: 'plan', approval: 'required' }, ...phases.slice(1)],
    };
    const s = await stage(approved);
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    expect((await s.start()).reason).toBe('waiting');
    const asked = async () => (await s.api.status(DEMO)).question?.expands;
    const both = [
      { id: 'build-api', title: 'Build the API', needs: ['plan'] },
      { id: 'build-web-ui', title: 'Build the page', needs: ['plan', 'build-api'] },
    ];
    expect(await asked()).toEqual([{ phase: 'build', items: both, max: 5, problems: [] }]);
    const tree = await s.worktree();
    const list = '.cairn/sessions/demo/01-plan/tasks.json';
    await tree.write(list, '{"tasks": 1}');
    const problems = ['plan/tasks.json /tasks is no list of items for build'];
    expect(await asked()).toEqual([{ phase: 'build', items: [], max: 5, problems }]);
    await tree.write(list, JSON.stringify({ tasks: TASKS.slice(0, 1) }));
    expect(await asked()).toEqual([{ phase: 'build', items: both.slice(0, 1), max: 5, problems: [] }]);
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await ids(s)).toEqual(['plan done', 'build-api done', 'verify done']);
    expect(await s.violations()).toEqual([]);
  });

  test('asks nothing of its items that only the request says', async () => {
    const { phases, ...rest } = flow();
    const told = { ...phases[1], id: 'build', prompt: '{{ request }}', title: null };
    const { title: _none, ...build } = told;
    const s = await stage({ ...rest, phases: [...phases.slice(0, 1), build, ...phases.slice(2)] });
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    expect((await s.start({ request: 'Write {{ item.x }} as it stands here' })).reason).toBe('completed');
    expect(await s.agent.prompt('build-api')).toContain('Write {{ item.x }} as it stands here');
  });

  test('goes back with a restore to before its items were known', async () => {
    const s = await stage(flow());
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    await s.start();
    await s.api.restore(DEMO, { to: 'plan' }, { dryRun: false });
    expect(await ids(s)).toEqual(['plan done', 'build pending', 'verify pending']);
    expect((await s.resume()).reason).toBe('completed');
    expect(await ids(s)).toEqual(['plan done', 'build-api done', 'build-web-ui done', 'verify done']);
    await s.api.restore(DEMO, { undo: true }, { dryRun: false }).catch(() => null);
    expect(await s.violations()).toEqual([]);
  });

  test('is opened again by a loop, item by item', async () => {
    const loop = { to: 'build', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 2 };
    const s = await stage(flow({}, { loop }));
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part(
      'verify',
      `[ "$CAIRN_ROUND" = 2 ] && ok=true || ok=false; printf '{"ok": %s}' $ok > "$CAIRN_PHASE_DIR/verdict.json"`,
    );
    expect((await s.start()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual([
      'plan 1',
      'build-api 1',
      'build-web-ui 1',
      'verify 1',
      'build-api 2',
      'build-web-ui 2',
      'verify 2',
    ]);
    expect(await s.violations()).toEqual([]);
  });

  test('is expanded anew by a round over the phase that writes the list', async () => {
    const loop = { to: 'plan', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 2 };
    const s = await stage(flow({}, { loop }));
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('plan-2', plan([TASKS[0], { id: 'docs', title: 'docs', how: 'prose' }]));
    await s.agent.part(
      'verify',
      `[ "$CAIRN_ROUND" = 2 ] && ok=true || ok=false; printf '{"ok": %s}' $ok > "$CAIRN_PHASE_DIR/verdict.json"`,
    );
    expect((await s.start()).reason).toBe('completed');
    expect(await ids(s)).toEqual(['plan done', 'build-api done', 'build-docs done', 'verify done']);
    expect((await s.api.status(DEMO)).phases.map(({ round, attempt }) => `${round}/${attempt}`)).toEqual([
      '2/2',
      '2/2',
      '2/1',
      '2/2',
    ]);
    expect(await s.violations()).toEqual([]);
  });

  test('is read anew, like all that was decided by it, where a person changes the approved list before anybody has begun', async () => {
    const docs = { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/docs', is: true } };
    const [written, build, verify] = flow().phases as [object, object, object];
    const phases = [{ ...written, approval: 'required' }, docs, build, verify] as Flow['phases'];
    const s = await stage({ ...flow(), phases });
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('build-api', 'exit 1');
    await s.agent.part('verify', VERDICT);
    await s.start();
    await s.api.approve(DEMO, 'plan', null);
    expect((await s.resume()).reason).toBe('blocked');
    await s.agent.part('build-api', 'usual');
    const [expanded] = (await s.log())
      .filter((line) => line.includes(' plan plan/'))
      .map((line) => line.split(' '));
    await s.api.restore(DEMO, { to: String(expanded?.[0]) }, { dryRun: false });
    const decided = [
      'plan done',
      'docs skipped',
      'build-api pending',
      'build-web-ui pending',
      'verify pending',
    ];
    expect(await ids(s)).toEqual(decided);
    const file = '.cairn/sessions/demo/01-plan/tasks.json';
    const tasks = [TASKS[0], { id: 'Shell', title: 'the shell', how: 'sh' }];
    await (await s.worktree()).write(file, JSON.stringify({ tasks, docs: true }));
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'plan' });
    expect(await ids(s)).toEqual(['plan waiting', 'docs pending', 'build pending', 'verify pending']);
    const { question } = await s.api.status(DEMO);
    expect(question?.expands?.[0]?.items.map(({ id }) => id)).toEqual(['build-api', 'build-shell']);
    await s.api.approve(DEMO, 'plan', null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await ids(s)).toEqual(
      ['plan', 'docs', 'build-api', 'build-shell', 'verify'].map((id) => `${id} done`),
    );
    expect(await s.violations()).toEqual([]);
  });

  test('runs no more of the session than its files are trusted for: items change no command', async () => {
    const s = await stage(flow());
    await s.agent.part('plan', plan(TASKS));
    await s.agent.part('verify', VERDICT);
    await s.start();
    expect((await s.api.status(DEMO)).asksTrust).toBeUndefined();
  });
});
