import { expect, test } from 'vitest';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** Items that are made side by side, and once more after a look at them; files of the engine that were there move and go with that. */
async function made(asks: string): Promise<Stage> {
  const s = await stage({
    schema: 2,
    parallel: 4,
    phases: [
      { id: 'plan', artifacts: ['items.json'] },
      { id: 'make', forEach: { file: 'plan/items.json' } },
      {
        id: 'look',
        artifacts: ['verdict.json'],
        loop: { to: 'make', until: { file: 'look/verdict.json', at: '/round', is: 2 }, max: 3 },
      },
      { id: 'last' },
    ],
  });
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  await s.agent.part('plan', `echo '${JSON.stringify(items)}' > "$CAIRN_PHASE_DIR/items.json"`);
  for (const { id } of items)
    await s.agent.part(
      `make-${id}`,
      `usual; echo "$CAIRN_ROUND" > ${id}.txt; sleep 0.3
      [ "$CAIRN_ROUND ${asks}" != "2 ${id}" ] || echo 'Go on?' > "$CAIRN_PHASE_DIR/QUESTION.md"`,
    );
  await s.agent.part('look', `echo "{\\"round\\": $CAIRN_ROUND}" > "$CAIRN_PHASE_DIR/verdict.json"`);
  return s;
}

const rescued = async (s: Stage): Promise<readonly (readonly string[])[]> =>
  Promise.all(
    (await s.api.rescues(DEMO)).map(async ({ ref }) =>
      (await s.repo.git('diff', '--name-only', `${ref}^1`, ref))
        .split('\n')
        .filter((path) => path !== '.cairn/sessions/demo/STATUS.md'),
    ),
  );

/** Each by a process of its own, as a person types it. */
async function thereAndBack(s: Stage): Promise<readonly string[]> {
  const there = await s.seat();
  await there.api.restore(DEMO, { to: 'plan' }, { dryRun: false });
  const back = await s.seat();
  await back.api.restore(DEMO, { undo: true }, { dryRun: false });
  return back.told();
}

test('an undo of a restore sets nothing aside in any worktree where nobody touched a file', async () => {
  const s = await made('-');
  expect((await s.start()).reason).toBe('completed');
  expect(await thereAndBack(s)).toEqual([]);
  expect(await rescued(s)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});

test(
  'of work that waits a restore keeps what lies in its worktree, and the undo nothing more',
  THOROUGH,
  async () => {
    const s = await made('b');
    expect((await s.start()).reason).toBe('waiting');
    expect(await thereAndBack(s)).toEqual([]);
    const folder = '.cairn/sessions/demo/02-make-b';
    expect(await rescued(s)).toEqual([[`${folder}/QUESTION.md`, `${folder}/result.md`, 'b.txt']]);
    expect((await s.api.status(DEMO)).questions.map(({ phase }) => phase)).toEqual(['make-b']);
    expect(await s.violations()).toEqual([]);
  },
);
