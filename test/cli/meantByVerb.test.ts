import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/commands.ts';
import type { Purpose } from '../../src/model/names/sessionMeant.ts';
import { inState, next } from './nextSteps.ts';
import { runLine } from './runLine.ts';
import { SESSION, scriptedApi } from './scriptedApi.ts';

/** Each command without a name, as the documentation calls it, and what it looks for a session for. */
const VERBS: readonly (readonly [verb: string, words: readonly string[], to: Purpose])[] = [
  ['approve', ['approve'], 'decide'],
  ['approve', ['approve', 'plan'], 'decide'],
  ['reject', ['reject', '-m', 'why'], 'decide'],
  ['answer', ['answer', '-m', 'so'], 'answer'],
  ['answer', ['answer', 'plan', '-m', 'so'], 'answer'],
  ['resume', ['resume'], 'resume'],
  ['resume --workflow', ['resume', '--workflow', 'fix'], 'change'],
  ['resume --accept-plan', ['resume', '--accept-plan'], 'change'],
  ['stop', ['stop'], 'stop'],
  ['steer', ['steer', '-m', 'so'], 'steer'],
  ['land', ['land', '--apply'], 'land'],
  ['land', ['land', '--branch', 'b', '--commits', 'phase'], 'land'],
  ['land --unfinished', ['land', '--apply', '--unfinished'], 'land-unfinished'],
  ['trust', ['trust'], 'trust'],
  ['restore', ['restore', 'plan'], 'change'],
  ['restore', ['restore', '2'], 'change'],
  ['restore', ['restore', 'plan', '--dry-run'], 'change'],
  ['restore', ['restore', '--undo'], 'change'],
  ['fork', ['fork', 'plan'], 'change'],
  ['fork', ['fork', '2'], 'change'],
  ['rescue apply', ['rescue', 'apply', '1'], 'change'],
  ['rescue delete', ['rescue', 'delete', '1'], 'change'],
  ['rescue list', ['rescue'], 'look'],
  ['rescue list', ['rescue', 'list'], 'look'],
  ['rescue diff', ['rescue', 'diff', '1'], 'look'],
  ['effect', ['effect', '--key', 'k', '--', 'true'], 'id'],
  ['effect settle', ['effect', 'settle', '--key', 'k', '--as', 'done', '-m', 'seen'], 'name'],
  ['effect list', ['effect', 'list'], 'look'],
  ['status', ['status'], 'look'],
  ['log', ['log'], 'look'],
  ['diff', ['diff'], 'look'],
  ['diff', ['diff', 'plan'], 'look'],
  ['packet', ['packet'], 'look'],
  ['ledger', ['ledger'], 'look'],
  ['show', ['show', 'a@plan'], 'look'],
  ['result', ['result'], 'look'],
  ['path', ['path'], 'look'],
];

test.each(VERBS)('%s, typed as %j, is about the session that one can %s', async (_verb, words, to) => {
  const { calls } = await runLine(words);
  const [named, wanted = {}] = calls.flatMap(([call, name, of]) =>
    call === 'find' || call === 'findStatus' ? [[name, of] as const] : [],
  )[0] ?? ['nothing was looked for'];
  expect([null, 'plan']).toContain(named);
  expect((wanted as { readonly to?: Purpose }).to ?? 'look').toBe(to);
});

test('every command takes no session, has to be told which, or is in that table', () => {
  const SESSIONLESS = ['init', 'start', 'list', 'doctor', 'agents', 'verify'];
  const told = COMMANDS.filter(({ words }) => words[0]?.name === '<session>').map(({ name }) => name);
  expect(told).toEqual(['cancel', 'delete']);
  const inTable = VERBS.map(([verb]) => verb.split(' ')[0]);
  expect(new Set([...SESSIONLESS, ...told, ...inTable])).toEqual(new Set(COMMANDS.map(({ name }) => name)));
});

test('the documentation has each of them in one row, and no row says two things', () => {
  const [, below = ''] = readFileSync('docs/command-line.md', 'utf8').split('| command | is about |\n');
  const rows = below.slice(0, below.indexOf('\n\n')).split('\n').slice(1);
  const verbsOf = (row: string): readonly string[] =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, verb = '']) => verb);
  for (const [verb] of VERBS)
    expect(
      rows.filter((row) => verbsOf(row).includes(verb)),
      verb,
    ).toHaveLength(1);
  for (const row of rows) {
    const purposes = verbsOf(row).flatMap((verb) => VERBS.find(([name]) => name === verb)?.[2] ?? 'none');
    expect(new Set(purposes).size, row).toBe(1);
  }
});

test.each<readonly [words: readonly string[], unnamed: string, named: string]>([
  [
    ['approve'],
    'plan is done, checks passed (checkpoint 5 of login).',
    'plan is done, checks passed (checkpoint 5).',
  ],
  [['reject', '-m', 'no'], '(checkpoint 5 of login).', '(checkpoint 5).'],
  [['answer', '-m', 'so'], 'answered: so (checkpoint 5 of login).', 'answered: so (checkpoint 5).'],
  [['restore', '2'], 'Restored checkpoint 2 (research) of login, as', 'Restored checkpoint 2 (research), as'],
  [['restore', '--undo'], 'Restored checkpoint 2 (research) of login, as', '(research), as'],
  [
    ['restore', '2', '--dry-run'],
    'checkpoint 2 (research) of login. Nothing',
    'checkpoint 2 (research). Nothing',
  ],
  [['fork', '2'], 'Forked from login@2: the new session', 'Forked from login@2: the new session'],
  [['steer', '-m', 'so'], 'the next prompt of login holds it', 'the next prompt of this session holds it'],
  [['stop'], 'login was not running', 'It was not running'],
  [['land', '--apply'], '1 file of login; nothing', '1 file of login; nothing'],
  [['rescue', 'apply', '1'], 'Put back 1 file of login.', 'Put back 1 file.'],
  [['rescue', 'delete', '1'], 'kept aside as rescue 1 of login is gone.', 'kept aside as rescue 1 is gone.'],
  [
    ['effect', 'settle', '--key', 'k', '--as', 'done', '-m', 'seen'],
    'Recorded in login: "k" happened',
    'Recorded: "k" happened',
  ],
])('%j says which session that was where it was not typed', async (words, unnamed, named) => {
  const { commit, ...entry } = { ...(await scriptedApi().log(SESSION))[2]!, seq: 5 };
  const api = () =>
    scriptedApi({
      log: async () => [{ ...entry, commit: '5'.repeat(40) as typeof commit }],
      status: async () => ({ ...inState('paused'), forkedFrom: `${SESSION}@2` }),
    });
  const [verb = '', ...rest] = words;
  const at = verb === 'rescue' || verb === 'effect' ? 1 : 0;
  const withName = [verb, ...rest.slice(0, at), SESSION, ...rest.slice(at)];
  expect((await runLine(words, { api: api() })).out).toContain(unnamed);
  expect((await runLine(withName, { api: api() })).out).toContain(named);
});

const SAID = { session: SESSION, seq: 5, commit: null } as const;

const ACTS: readonly (readonly string[])[] = [
  ['approve'],
  ['reject', '-m', 'no'],
  ['answer', '-m', 'so'],
  ['restore', '2'],
  ['restore', '--undo'],
  ['restore', '2', '--dry-run'],
  ['steer', '-m', 'so'],
  ['stop'],
  ['status'],
  ['land', '--apply'],
  ['rescue', 'list'],
  ['rescue', 'apply', '1'],
];

test.each(ACTS)(
  'what is typed next after %s names a session only where it could be another one',
  async (...words) => {
    const [one] = await scriptedApi().list();
    const alike = { ...one!, session: '20261121-fix-logout-x2y1' as typeof SESSION };
    for (const state of ['waiting', 'paused', 'done', 'blocked', 'interrupted']) {
      const status = { ...inState(state), forkedFrom: `${SESSION}@2` };
      const after = (sessions: readonly (typeof alike)[]) =>
        next(
          words,
          scriptedApi({
            status: async () => status,
            list: async () => sessions.map((each) => ({ ...each, state })),
            land: async () => ({ ...SAID, state, branch: null, changed: ['a'], commits: [] }),
          }),
        );
      const isNamed = (line: string) => line.split(' ').includes('login') || line.includes('delete');
      const about = (lines: readonly string[]) => lines.filter((line) => line.startsWith('cairn '));
      // One that is over is looked at where it was the last; a preview says the command as it was typed.
      const isMeant = (line: string) =>
        (state === 'done' && /^cairn (?:log|rescue diff)\b/.test(line)) || line === 'cairn restore 2';
      const unnamed = about(await after([one!, alike])).filter((line) => !isNamed(line));
      expect(
        unnamed.filter((line) => !isMeant(line)),
        state,
      ).toEqual([]);
      const named = about(await after([one!])).filter(isNamed);
      expect(
        named.filter((line) => !line.includes('delete')),
        state,
      ).toEqual([]);
    }
  },
);

test('what was landed already is named where it is offered again', async () => {
  const [one] = await scriptedApi().list();
  const done = {
    status: async () => inState('done', { next: [] }),
    list: async () => [{ ...one!, state: 'done' }],
  };
  expect((await next(['status'], scriptedApi(done)))[0]).toBe('cairn land --branch add-login');
  const landed = scriptedApi({ ...done, list: async () => [{ ...one!, state: 'done', landed: true }] });
  expect((await next(['status'], landed))[0]).toBe('cairn land login --branch add-login');
});
