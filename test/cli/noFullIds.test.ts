import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/commands.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { runLine } from './runLine.ts';
import { SESSION, STATUS, scriptedApi, type ScriptedApi } from './scriptedApi.ts';

/** Names of git and folders have the id, and the pages of a session say it once beside its name. */
const MAY_SAY_IT = new RegExp(
  `(?:cairn/|refs/cairn/|\\.worktrees/|sessions/|login · )${SESSION}|^.*git branch cairn/.*$`,
  'gm',
);

const withoutNamesOfGit = (said: string): string => said.replace(MAY_SAY_IT, '');

const REFUSED = { rule: 'record', where: '02-plan', what: 'is not there' } as const;

const LINES: readonly (readonly [
  words: readonly string[],
  api?: () => Promise<ScriptedApi> | ScriptedApi,
])[] = [
  [['status']],
  [
    ['status', SESSION],
    () => scriptedApi({ status: async () => ({ ...STATUS, forkedFrom: `${SESSION}@2` }) }),
  ],
  [['list']],
  [
    ['log'],
    async () => {
      const [first] = await scriptedApi().log(SESSION);
      const subject = `cairn: forked from ${SESSION}@2`;
      const of = { session: SESSION, seq: 2 };
      return scriptedApi({
        log: async () => [{ ...first!, subject, forkedFrom: { ...of, log: [first!] } }],
      });
    },
  ],
  [['stop']],
  [['cancel', SESSION]],
  [['delete', SESSION]],
  [['delete', SESSION, '--purge']],
  [['approve', SESSION]],
  [['reject', SESSION, '-m', 'why']],
  [['answer', SESSION, '-m', 'so']],
  [['steer', '-m', 'so']],
  [['land', '--apply']],
  [['land', SESSION, '--branch', 'b']],
  [['restore', '2']],
  [['restore', '--undo', SESSION]],
  [['restore', SESSION]],
  [['fork', '2']],
  [['rescue']],
  [
    ['rescue', 'list', 'login'],
    () => {
      const deleted = { branch: `cairn/${SESSION}`, archive: `refs/cairn/${SESSION}/archive` };
      const list = async () => [];
      return scriptedApi({ list, find: async () => ({ session: SESSION, phase: null, deleted }) });
    },
  ],
  [['rescue', 'diff', '9']],
  [['rescue', 'apply', '1']],
  [['rescue', 'delete', '1']],
  [['effect', 'settle', '--key', 'k', '--as', 'done', '-m', 'seen']],
  [['trust', SESSION]],
  [
    ['trust', SESSION],
    () =>
      scriptedApi({ commands: async () => ({ ...(await scriptedApi().commands(SESSION)), trusted: true }) }),
  ],
  [['trust', '--withdraw', SESSION]],
  [
    ['trust', '--list'],
    async () =>
      scriptedApi({
        trusted: async () => [
          { session: SESSION, at: STATUS.opened!, how: 'said', hash: `sha256:${'5'.repeat(64)}` },
        ],
      }),
  ],
  [['verify', SESSION]],
  [
    ['verify', SESSION],
    () => scriptedApi({ verify: async () => [{ session: SESSION, violations: [REFUSED] }] }),
  ],
  // A phase where a session belongs.
  [
    ['log', 'plan'],
    () => scriptedApi({ find: async () => ({ session: SESSION, phase: STATUS.phases[1]!.id }) }),
  ],
  [
    ['status', 'plan'],
    () =>
      scriptedApi({
        findStatus: async () => ({ session: SESSION, phase: 'plan' as never, status: null, sessions: null }),
      }),
  ],
];

test.each(LINES.map(([words, api = scriptedApi]) => ({ words, api })))(
  'what $words says names the session as a person does',
  async ({ words, api }) => {
    const at = { terminal: 100, types: ['n', 'n'], api: await api() };
    for (const options of [at, { ...at, types: ['y', 'y'] }, { api: await api() }]) {
      const { out, err } = await runLine(words, options);
      const asked = (await runLine(words, options)).asked.join('\n');
      expect(withoutNamesOfGit(`${out}\n${err}\n${asked}`)).not.toContain(SESSION);
      expect(out + err).not.toBe('');
    }
  },
);

test('no verb is forgotten', () => {
  // What these print is a file, a path or an output as it is, what a machine has, or is said by another test.
  const OTHERS = 'show path result packet ledger diff doctor agents init start resume'.split(' ');
  const here = LINES.map(([[verb]]) => verb);
  expect(new Set([...here, ...OTHERS])).toEqual(new Set(COMMANDS.map(({ name }) => name)));
});

test('a record of a session names it so that it is still meant when others are there', () => {
  const file = `.cairn/sessions/${SESSION}/02-plan/phase.json`;
  const corrupt = errorSentence('data/corrupt', { file, commit: null, problems: [] });
  expect(corrupt.hint).toContain('cairn log login-7f3k');
  const trace = { kind: 'deleted', branch: null, archive: `refs/cairn/${SESSION}/archive` } as const;
  const gone = errorSentence('usage/unknown-session', { session: SESSION, searched: [], trace });
  expect(gone.hint).toBe('Give up what was kept: cairn delete login-7f3k --purge');
});
