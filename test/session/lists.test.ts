import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Flow, type Stage } from '../support/session.ts';
import { byDepth, isFirst } from '../support/thorough.ts';

/** Writes a list. */
const list = (file: string, items: unknown): string =>
  `cat > "$CAIRN_PHASE_DIR/${file}" <<'EOF'\n${JSON.stringify(items)}\nEOF`;
/** As many items. */
const many = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}` }));
/** Lists that lie in the repository: a script that wrote them would be long. */
const lying = (...counts: readonly number[]) => ({
  files: Object.fromEntries(counts.map((count) => [`${count}.json`, JSON.stringify(many(count))])),
});
const take = (count: number): string => `cp ${count}.json "$CAIRN_PHASE_DIR/tasks.json"`;
const reasonsOf = async (s: Stage, phase: number): Promise<string> =>
  (await s.api.status(DEMO)).phases[phase]?.reasons.join('\n') ?? '';
const each = (id: string, file: string, rest: object = {}): Flow['phases'][number] => ({
  id,
  needs: [file.slice(0, file.indexOf('/'))],
  forEach: { file, max: 500 },
  artifacts: ['result.md'],
  ...rest,
});
const writes = (id: string, rest: object = {}): Flow['phases'][number] => ({
  id,
  needs: [],
  artifacts: ['tasks.json'],
  ...rest,
});

test('two lists of one phase whose items would have one name: its gate does not hold', async () => {
  const s = await stage({
    schema: 2,
    phases: [
      writes('plan', { artifacts: ['a.json', 'b.json'] }),
      each('build', 'plan/a.json'),
      each('build-x', 'plan/b.json'),
    ],
  });
  const both = (id: string): string => `${list('a.json', [{ id: 'x-y' }])}\n${list('b.json', [{ id }])}`;
  await s.agent.part('plan', both('y'));
  expect((await s.start()).reason).toBe('blocked');
  expect(await reasonsOf(s, 0)).toBe(
    'plan/b.json: item "y" would be the phase build-x-y, which is there already',
  );
  await s.agent.part('plan', both('z'));
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.runs()).toEqual(['plan 1', 'plan 2', 'build-x-y 1', 'build-x-z 1']);
  expect(await s.violations()).toEqual([]);
});

test('nor does it where a list that waits for a person, or a phase that is repeated, has the name', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      writes('one'),
      writes('two', { needs: ['look'] }),
      { id: 'look', needs: ['one'] },
      each('build', 'one/tasks.json', { forEach: { file: 'one/tasks.json', max: 1 } }),
      each('build-x', 'two/tasks.json'),
    ],
  });
  await s.agent.part('one', list('tasks.json', [{ id: 'x-y' }, { id: 'x' }]));
  await s.agent.part('two', list('tasks.json', [{ id: 'y' }]));
  expect((await s.start()).reason).toBe('blocked');
  expect(await reasonsOf(s, 0)).toBe(
    'one/tasks.json: item "x" would be the phase build-x, which is there already',
  );
  await s.agent.part('one', list('tasks.json', [{ id: 'x-y' }, { id: 'z' }]));
  expect((await s.resume()).reason).toBe('waiting');
  expect(await reasonsOf(s, 1)).toContain('would be the phase build-x-y, which is there already');
});

test.each<[name: string, items: number, told: string]>([
  [
    'prompts of more than a session may have',
    260,
    'with its 260 items the prompts have 2084570 characters as they are filled in, and may have 2000000: 249 of its items are possible, or shorter ones',
  ],
  ['items that are possible', 249, ''],
])('a list whose items make %s', async (_name, items, told) => {
  const prompt = `{{ item.id }} ${'word '.repeat(1600)}`;
  const s = await stage(
    {
      schema: 2,
      phases: [writes('plan'), each('build', 'plan/tasks.json', { prompt })],
    },
    lying(items),
  );
  await s.agent.part('plan', take(items));
  const { reason } = await s.start({ until: 'plan' });
  expect([reason, await reasonsOf(s, 0)]).toEqual([
    told === '' ? 'paused' : 'blocked',
    told === '' ? '' : `plan/tasks.json: ${told}`,
  ]);
});

test('two lists that are written at once are judged in the order in which they are published', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      writes('one'),
      writes('two'),
      each('build', 'one/tasks.json'),
      each('build-x', 'two/tasks.json'),
    ],
  });
  const begun = (id: string): string =>
    `touch ../${id}; while [ ! -e ../one -o ! -e ../two ]; do sleep 0.02; done`;
  await s.agent.part('one', `${begun('one')}\n${list('tasks.json', [{ id: 'x-y' }])}`);
  await s.agent.part('two', `${begun('two')}\n${list('tasks.json', [{ id: 'y' }])}`);
  expect((await s.start()).reason).toBe('blocked');
  const { phases } = await s.api.status(DEMO);
  expect(phases.flatMap(({ reasons }) => reasons)).toEqual([
    expect.stringContaining('would be the phase build-x-y, which is there already'),
  ]);
  expect(await s.violations()).toEqual([]);
});

test('a plan under which the items would ask too much of agents is not taken over', async () => {
  const plan = (prompt: string): Flow => ({
    schema: 2,
    phases: [writes('plan'), each('build', 'plan/tasks.json', { prompt })],
  });
  const s = await stage(plan('{{ item.id }}'), lying(260));
  await s.agent.part('plan', take(260));
  await s.agent.part('build-i0', 'true');
  expect((await s.start()).reason).toBe('blocked');
  const tree = await s.worktree();
  await tree.write('.cairn/sessions/demo/workflow.yaml', flowText(plan('word '.repeat(1600))));
  await expect(s.resume({ trust: true })).rejects.toMatchObject({
    code: 'workflow/invalid',
    details: {
      problems: [{ message: 'filled in, the prompts have more than 2000000 characters' }],
    },
  });
  expect((await s.api.status(DEMO)).state).toBe('blocked');
});

test('all lists of a session have no more items than its table may have rows', async () => {
  const s = await stage(
    {
      schema: 2,
      phases: [
        writes('one'),
        writes('two', { needs: ['one'] }),
        each('a', 'one/tasks.json', { needs: ['one', 'two'] }),
        each('b', 'two/tasks.json'),
      ],
    },
    lying(2400, 1601),
  );
  await s.agent.part('one', take(2400));
  await s.agent.part('two', take(1601));
  expect((await s.start()).reason).toBe('blocked');
  expect((await s.api.status(DEMO)).phases.find(({ id }) => id === 'two')?.reasons).toEqual([
    'two/tasks.json: with its 1601 items all lists of the session have 4001, and may have 4000',
  ]);
});

/** Phases that a list becomes 600 of, which need `look`, whose verdict ends or reopens them all. */
const wide = (look: object): Flow => ({
  schema: 2,
  phases: [
    writes('plan'),
    each('b', 'plan/tasks.json', { needs: ['plan', 'look'] }),
    { id: 'look', needs: ['plan'], artifacts: ['verdict.json'], ...look },
  ],
});

for (const { rows, options } of byDepth<[name: string, look: object, log: readonly string[]]>(
  [
    [
      'a stop',
      { stop: { when: { file: 'look/verdict.json', at: '/over', exists: true } } },
      ['6 phase look/1 done'],
    ],
    [
      'a round',
      {
        loop: {
          to: 'look',
          until: { file: 'look/verdict.json', at: '/round', is: `2${'回'.repeat(480)}` },
          max: 2,
        },
      },
      ['6 round look/1 running', '7 phase look/2 running'],
    ],
  ],
  isFirst,
))
  test.each(rows)(
    '%s is published whatever number of phases it writes of',
    options,
    async (_name, look, log) => {
      const s = await stage(wide(look), lying(600));
      await s.agent.part('plan', take(600));
      await s.agent.part(
        'look',
        // What is found is part of the record of each.
        `printf '{"over": "${'終'.repeat(480)}", "round": "%s${'回'.repeat(480)}"}' "$CAIRN_ROUND" > "$CAIRN_PHASE_DIR/verdict.json"`,
      );
      expect((await s.start()).reason).toBe('waiting');
      await s.api.answer(DEMO, 'run all');
      await s.resume({ until: 'look' });
      expect((await s.log()).slice(5)).toEqual(log);
      expect(await s.violations()).toEqual([]);
    },
  );

test('a list that lies in the repository is not read where the phase that writes it was skipped, and nobody is asked how many items it has', async () => {
  const s = await stage(
    {
      schema: 2,
      phases: [
        { id: 'plan', artifacts: ['plan.json'] },
        { id: 'list', artifacts: ['/list.json'], when: { file: 'plan/plan.json', at: '/more', is: true } },
        { id: 'build', forEach: { file: '/list.json', max: 1 } },
        { id: 'end', needs: ['build', 'plan'] },
      ],
    },
    { files: { 'list.json': '[1, 2]\n' } },
  );
  await s.agent.part('plan', `echo '{"more": false}' > "$CAIRN_PHASE_DIR/plan.json"`);
  expect((await s.start()).reason).toBe('completed');
  expect((await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'plan done',
    'list skipped',
    'build skipped',
    'end done',
  ]);
  expect(await s.repo.git('log', '-1', '--format=%B', 'cairn/demo~1')).toContain(
    'What it needs was skipped: list.',
  );
  expect(await s.violations()).toEqual([]);
});
