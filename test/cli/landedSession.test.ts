import { expect, test } from 'vitest';
import { runLine } from './runLine.ts';
import { scriptedApi, STATUS } from './scriptedApi.ts';

const DONE = {
  ...STATUS,
  state: 'done',
  checked: 'passed',
  next: [],
  question: null,
  questions: [],
} as const;

test.each([
  ['as a branch', { landed: true, landedOn: 'add-login' }, 'Landed        on the branch add-login\n'],
  ['into the working tree', { landed: true }, 'Landed        as uncommitted changes in the working tree\n'],
] as const)(
  'status of a session that was landed %s says so, and does not offer it again',
  async (_, landed, said) => {
    const shown = async (status: typeof STATUS): Promise<string> =>
      (await runLine(['status'], { api: scriptedApi({ status: async () => status }) })).out;
    expect(await shown({ ...DONE, ...landed })).toContain(said);
    expect(await shown({ ...DONE, ...landed })).not.toContain('cairn land');
    expect(await shown(DONE)).toContain('cairn land');
  },
);

test('list says of a session that it was landed', async () => {
  const list = scriptedApi({
    list: async () =>
      (await scriptedApi().list()).map((one) => ({ ...one, state: 'done', checked: 'passed', landed: true })),
  });
  expect((await runLine(['list'], { api: list })).out).toContain('✓ done, checks passed, landed');
});
