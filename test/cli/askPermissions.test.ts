import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PhaseId, Timestamp } from '../../src/model/names/ids.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import { runLine } from './runLine.ts';
import { OUTCOME, SESSION, scriptedApi } from './scriptedApi.ts';

const asks = (id: string, title = 'npm test', command?: string): RunNews => ({
  type: 'asks',
  request: {
    id,
    epoch: 1,
    at: '2026-11-20T10:06:00.000Z' as Timestamp,
    phase: 'plan' as PhaseId,
    attempt: 1,
    agent: 'opencode',
    kind: 'execute',
    title,
    paths: ['/site/work/a.md'],
    ...(command === undefined ? {} : { command }),
  },
});
const DONE: RunNews = { type: 'outcome', outcome: { ...OUTCOME, reason: 'completed', state: 'done' } };
const permitted = (calls: readonly (readonly unknown[])[]): readonly unknown[] =>
  calls.filter(([name]) => name === 'permit');

/** A run that waits until everything that it asked is answered. */
function waiting(...news: readonly RunNews[]) {
  const answered: string[] = [];
  const api = scriptedApi({
    permit: async (_session, id) => {
      answered.push(id);
      return true;
    },
  });
  return {
    api,
    async *news() {
      for (const one of news) {
        yield one;
        if (one.type !== 'asks') continue;
        while (!answered.includes(one.request.id)) await sleep(5);
        yield { type: 'asked', id: one.request.id } as const;
      }
      yield DONE;
    },
  };
}

test('what an agent asks is put to the person at the terminal, until a word is an answer', async () => {
  const { api, news } = waiting(asks('1'), asks('2', 'rm -r dist\u001b[2J'));
  const { code, out, calls, asked } = await runLine(['resume'], {
    terminal: 80,
    api,
    news,
    types: ['?', 'a', 'd'],
  });
  expect(code).toBe(0);
  expect(asked).toHaveLength(3);
  expect(permitted(calls)).toEqual([
    ['permit', SESSION, '1', 'allow-always'],
    ['permit', SESSION, '2', 'deny'],
  ]);
  expect(out).toContain('opencode asks for a permission (execute): ');
  expect(out).toContain('/site/work/a.md');
  expect(out).toContain('Allowed, now and for the rest of this attempt.');
  expect(out).toContain('Denied.');
  expect(out).toMatch(/ {2}y, allow .*\n {2}a, always .*\n {2}n, deny /);
  expect(out).not.toContain('\u001b[2J');
});

test('the command is put to the person, and the words of the agent beside it', async () => {
  const { api, news } = waiting(asks('1', 'Run the tests', 'npm test ↵ rm -rf build'));
  const { out } = await runLine(['resume'], { terminal: 80, api, news, types: ['n'] });
  expect(out.replace(/\u001b\[\d+m/g, '').replace(/\s+/g, ' ')).toContain(
    'opencode asks for a permission (execute): npm test ↵ rm -rf build “Run the tests” /site/work/a.md',
  );
});

test('all of a long command is shown to whoever asks for more', async () => {
  const command = `cat > x ${'a'.repeat(2_000)}; rm -rf ~; ${'b'.repeat(2_000)}`;
  const { api, news } = waiting(asks('1', 'Write x', command));
  const { out } = await runLine(['resume'], { terminal: 80, api, news, types: ['?', 'n'] });
  const [first = '', more = ''] = out.split('[?] more');
  expect(first).toMatch(/cat > x a+ … \(\d+ more\) … b+/);
  expect(more).toContain(command);
});

test('one that a window shows is told in a line with the command that answers it', async () => {
  const api = scriptedApi({ claimPermission: async () => false });
  const { out, asked } = await runLine(['resume'], {
    terminal: 80,
    api,
    async *news() {
      yield asks('1');
      await sleep(50);
      yield { type: 'asked', id: '1' };
      yield DONE;
    },
  });
  expect(asked).toEqual([]);
  expect(out).toContain('Answer: cairn answer -m allow');
});

test('where nobody sits, nothing is asked: what happens is a line of the log', async () => {
  const { out, calls, asked } = await runLine(['resume'], { news: [asks('1'), DONE] });
  expect([asked, permitted(calls)]).toEqual([[], []]);
  expect(out).toContain('? opencode asks for a permission (execute): npm test');
});

test.each([
  [
    ['answer', '-m', 'allow'],
    ['answer', SESSION, 'allow'],
  ],
  [
    ['steer', '-m', 'Keep the flag'],
    ['steer', SESSION, 'Keep the flag'],
  ],
])('%j is handed to the engine as it was typed', async (words, call) => {
  expect((await runLine(words)).calls).toContainEqual(call);
});

test('a note without a word is a mistake in typing', async () => {
  expect(await runLine(['steer', '-m', ' '])).toMatchObject({ code: 2, calls: [] });
});
