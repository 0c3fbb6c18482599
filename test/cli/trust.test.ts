import { expect, test } from 'vitest';
import type { RunNews } from '../../src/runner/runEvents.ts';
import type { TrustView } from '../../src/session/trustResults.ts';
import { runLine } from './runLine.ts';
import { OUTCOME, scriptedApi, SESSION, TRUST } from './scriptedApi.ts';

const refused = (details: TrustView): RunNews => ({
  type: 'error',
  error: { code: 'data/untrusted-commands', details },
});
const hostile: TrustView = {
  ...TRUST,
  by: [
    'Ada\u001b[2J <ada@example.invalid>',
    ...Array.from({ length: 7 }, (_, n) => `N${n} <n@example.invalid>`),
  ],
  heldBy: [],
  partlyBy: ['origin/cairn/x'],
  warnings: ['checkpoint 3 (abc) was not published here'],
};

test('without a terminal what it would run is shown, exit 7 names --trust, and nothing is asked', async () => {
  const { code, out, err, asked, requests } = await runLine(['resume', SESSION], {
    news: [refused(hostile)],
  });
  expect([code, out, asked, requests.length]).toEqual([7, '', [], 1]);
  expect(err).toBe(
    `cairn: The commands of session login are not trusted in this clone. It would run:
  when its worktree is made
    runs    npm ci
  plan
    agent   auto (as this machine has it)
    check   npm test
Its commits name "Ada\\u001b[2J <ada@example.invalid>", "N0 <n@example.invalid>", "N1 <n@example.invalid>", "N2 <n@example.invalid>", "N3 <n@example.invalid>" and 3 more. That is not verified: anybody can write any name. No remote-tracking branch has it (origin/cairn/x has another checkpoint of it).
Commands run the branch's own files: one that you trust, such as \`npm test\`, may do something new with every commit of it.
Its history: checkpoint 3 (abc) was not published here.
Look at them. Then trust them and go on: cairn resume login --trust (that answers for its history, too)
Or trust them without going on: cairn trust login
`,
  );
});

test('with --json a program gets the commands as values', async () => {
  const line = await runLine(['resume', SESSION, '--json'], {
    news: [refused(TRUST)],
    terminal: 100,
    types: ['y'],
  });
  expect([line.code, line.asked]).toEqual([7, []]);
  expect(line.json()).toMatchObject({ error: { code: 'data/untrusted-commands', details: TRUST } });
});

test('a person is asked, and only a yes to what was shown goes on; a no is told in one line', async () => {
  for (const types of [[], [''], ['no'], ['yess']]) {
    const no = await runLine(['resume', SESSION], { news: [refused(TRUST)], terminal: 100, types });
    expect([no.code, no.requests.length]).toEqual([7, 1]);
    expect(no.asked[0]).toMatch(/check {3}npm test[^]*\nTrust these commands here and go on\? \[y\/N\] $/);
    expect(no.out).toContain('Nothing was run');
    expect(no.out + no.err).not.toContain('npm test');
  }
  const yes = await runLine(['resume', SESSION], { news: [refused(TRUST)], terminal: 100, types: ['y'] });
  // The scripted runner refuses again: a yes that was given is not asked for twice.
  expect(yes.asked).toHaveLength(1);
  expect(yes.requests[1]).toMatchObject({ options: { trust: true, shown: TRUST.hash } });
});

test('a yes to the history says nothing of commands', async () => {
  const details = { session: SESSION, branch: 'cairn/x', warnings: ['seq has a gap'] };
  const news: readonly RunNews[] = [{ type: 'error', error: { code: 'data/untrusted-tip', details } }];
  const { requests } = await runLine(['resume', SESSION], { news, terminal: 100, types: ['y'] });
  expect(requests[1]).toMatchObject({ options: { trust: true, shown: '' } });
});

test('--trust is told what it was a yes to, its history too', async () => {
  const { commands } = TRUST;
  const { out } = await runLine(['resume', SESSION, '--trust'], {
    news: [
      { type: 'trusted', session: SESSION, commands, warnings: ['seq has a gap'] },
      { type: 'outcome', outcome: OUTCOME },
    ],
  });
  expect(out).toContain(`· Trusted in this clone from now on, as --trust says:
  when its worktree is made
    runs    npm ci
  plan
    agent   auto (as this machine has it)
    check   npm test
· Trusted as well, of its history: seq has a gap.`);
});

test('trust shows, asks, lists and withdraws; a script is taken at its word', async () => {
  const calls = async (words: readonly string[], types?: readonly string[]) => {
    const api = scriptedApi();
    const line = await runLine(['trust', ...words], {
      api,
      ...(types === undefined ? {} : { terminal: 100, types }),
    });
    return { ...line, made: line.calls.filter(([name]) => /rust/.test(name)) };
  };
  expect(await calls([SESSION], ['n'])).toMatchObject({ code: 5, made: [] });
  expect(await calls([SESSION], ['y'])).toMatchObject({
    code: 0,
    made: [['trust', SESSION, TRUST.hash]],
  });
  const script = await calls([SESSION]);
  expect(script).toMatchObject({ code: 0, made: [['trust', SESSION, TRUST.hash]] });
  expect(script.out).toContain('check   npm test');
  expect((await calls(['--withdraw', SESSION])).made.map(([name]) => name)).toContain('withdrawTrust');
  expect(await calls(['--list'])).toMatchObject({ code: 0, out: 'No session is trusted in this clone.\n' });
  expect(await calls(['--list', SESSION])).toMatchObject({ code: 2 });
});
