import { expect, test } from 'vitest';
import { runLine } from './runLine.ts';
import { LEDGER, scriptedApi, SESSION } from './scriptedApi.ts';

test('the ledger reads well on a terminal and in a pipe, whole and in part', async () => {
  for (const [name, terminal] of [['ledger'], ['ledger-60', 60]] as const) {
    const { out } = await runLine(['ledger'], terminal === undefined ? {} : { terminal });
    await expect(out.replaceAll('\u001b', '␛')).toMatchFileSnapshot(`../golden/cli/${name}.txt`);
  }
  expect((await runLine(['ledger', '--grep', 'LOGIN'])).out).toBe('No item matches; there are 6.\n');
  const nothing = scriptedApi({ ledger: async () => [] });
  expect((await runLine(['ledger'], { api: nothing })).out).toBe('Nothing has been handed on yet.\n');
});

test.each<readonly [readonly string[], readonly string[]]>([
  [['--section', 'constraints'], ['01-research.1']],
  [
    ['--section', 'Open questions'],
    ['01-research.4', '02-plan.2'],
  ],
  [['--grep', 'COOKIE'], ['01-research.2']],
  [
    ['--grep', '02-plan.'],
    ['02-plan.1', '02-plan.2'],
  ],
  [
    ['--grep', 'which', '--section', 'questions'],
    ['01-research.4', '02-plan.2'],
  ],
])('the ledger by %j is that part, for a program with all that is known of each item', async (words, ids) => {
  const { code, out } = await runLine(['ledger', ...words, '--json']);
  const { session, items } = JSON.parse(out) as { session: string; items: readonly { id: string }[] };
  expect([code, session, items.map(({ id }) => id)]).toEqual([0, SESSION, ids]);
  expect(items).toEqual(LEDGER.filter(({ id }) => ids.includes(id)));
});

test('a section that there is not is refused with those that there are', async () => {
  const { code, err } = await runLine(['ledger', '--section', 'wishes']);
  expect(code).toBe(2);
  expect(err).toContain(
    'there is no section "wishes"; they are constraints, decisions, state, failed, questions, not-captured, artifacts, next',
  );
});
