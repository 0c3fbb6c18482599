import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { runLine } from './runLine.ts';
import { OUTCOME, SESSION, STATUS, scriptedApi } from './scriptedApi.ts';

const START = {
  id: SESSION,
  inPlace: false,
  unattended: false,
  approve: [],
  base: null,
  withChanges: false,
  until: null,
  trust: false,
  byHand: false,
  commands: {},
  inputs: {},
};

test('start has a runner carry out exactly what was typed, under an id that is known beforehand', async () => {
  const { requests } = await runLine([
    'start',
    'feature',
    '--request',
    'Add login',
    '--with-changes',
    '--until',
    'plan',
  ]);
  expect(requests).toEqual([
    {
      verb: 'start',
      options: { ...START, workflow: 'feature', request: 'Add login', withChanges: true, until: 'plan' },
    },
  ]);
});

test('[M18] a session is deleted as a whole: a number of a checkpoint behind it is a mistake, and nothing happens', async () => {
  const { code, calls, requests } = await runLine(['delete', SESSION, '2']);
  expect([code, calls, requests]).toEqual([2, [], []]);
});

test('a workflow that is no name is a path from where the person stands', async () => {
  const { requests } = await runLine(['start', './my flow.yaml', '--request', 'x', '--repo', 'elsewhere']);
  expect(requests[0]).toMatchObject({ options: { workflow: '/site/work/my flow.yaml' } });
});

test('words that look like options stay words where a value belongs', async () => {
  for (const words of [
    ['--request=--foo'],
    ['--request', '--json'],
    ['--request', '-m'],
    ['--request', '--'],
  ]) {
    const { requests } = await runLine(['start', 'feature', ...words]);
    expect(requests[0]).toMatchObject({
      options: { request: words.join(' ').replace(/^--request[= ]/, '') },
    });
  }
});

test('a request is any text, word for word', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (request) => {
      fc.pre(request.trim() !== '');
      for (const words of [[`--request=${request}`], ['--', request]]) {
        const { requests } = await runLine(['start', 'feature', ...words]);
        expect(requests[0]).toMatchObject({ options: { workflow: 'feature', request } });
      }
    }),
    { numRuns: 50 },
  );
});

test('a request file is read as it is, from the disk or from standard input', async () => {
  const request = '\ufeff# Add login\r\n\r\nwith "quotes"\n';
  const fromFile = await runLine(['start', 'feature', '--request-file', 'issue.md'], {
    files: { '/site/work/issue.md': request },
  });
  const fromInput = await runLine(['start', 'feature', '--request-file', '-'], { input: request });
  for (const { requests } of [fromFile, fromInput])
    expect(requests[0]).toMatchObject({ options: { request } });
});

test.each([
  [['start', 'feature', '--request', 'a', '--request-file', 'b'], 'one of the two'],
  [['start', 'feature', '--request', ' \n '], 'empty'],
  [['start', 'feature', '--request-file', 'missing.md'], 'ENOENT'],
  [['start', 'feature', '--request-file', '-'], 'empty'],
  [['start', 'feature', '--request', 'x', '--in-place', '--base', 'HEAD~1'], 'one of the two'],
  [['start', 'a', 'b', '--request', 'x'], 'give one of the two'],
  [['start', 'a', 'b', '--request-file', 'x'], 'give one of the two'],
  [['start', 'a', ''], 'the request is empty'],
  [['resume', 'a', 'b'], 'One session is resumed at a time'],
  [['resume', '--leftovers', 'burn'], 'Allowed choices are rescue, keep'],
  [['restore'], 'say where to'],
  [['restore', SESSION], 'say where to'],
  [['restore', SESSION, 'plan', '--undo'], 'takes no phase'],
  [['land', SESSION], '--branch NAME or --apply'],
  [['land', SESSION, '--branch', 'x', '--apply'], '--branch NAME or --apply'],
  [['land', SESSION, '--apply', '--commits', 'phase'], '--commits goes with --branch'],
  [['land', SESSION, '--branch', 'x', '--commits', 'each'], 'Allowed choices are one, phase'],
  [['answer', SESSION], 'the answer is missing'],
  [['rescue', 'apply', SESSION], 'say which'],
  [['rescue', 'diff', SESSION, '1', 'path'], 'only apply takes paths'],
  [['rescue', 'delete', SESSION, '0x1'], 'say which'],
  [['show', 'plan.md'], '<path>@<phase>'],
  [['cancel'], "Missing required argument 'session'"],
  [['delete'], "Missing required argument 'session'"],
  [['fork'], 'say where from: a phase or the number of a checkpoint'],
  [['--no-such'], "Unknown option '--no-such'"],
] as const)('%j is refused before anything runs', async (words, why) => {
  const { code, err, requests, calls } = await runLine([...words]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(why) });
  expect(requests).toEqual([]);
  expect(calls.filter(([name]) => !['find', 'list', 'dispose'].includes(name))).toEqual([]);
});

test('bytes that are no text are refused as a request', async () => {
  const result = await runLine(['start', 'feature', '--request-file', '-'], {
    input: Uint8Array.of(0x61, 0xff),
  });
  expect(result).toMatchObject({ code: 2, err: expect.stringContaining('UTF-8') });
});

test('fork hands session, checkpoint and id on, and prints what there is of the new session', async () => {
  const words = ['fork', SESSION, '3', '--id', 'login-two', '--json'];
  const { code, out, calls } = await runLine(words);
  expect(calls).toContainEqual(['fork', SESSION, '3', { id: 'login-two' }]);
  expect({ code, said: JSON.parse(out) as unknown }).toEqual({
    code: 0,
    said: { session: 'add-login-again', seq: 1, commit: '5'.repeat(40), state: 'running' },
  });
});

test('resume hands every option on', async () => {
  const words = [
    'resume',
    SESSION,
    '-m',
    'note',
    '--until',
    'plan',
    '--leftovers',
    'keep',
    '--workflow',
    'other',
    '--accept-plan',
    '--trust',
    '--here',
    '--in-place',
    '--unattended',
    '--approve',
    'plan',
  ];
  const { requests } = await runLine(words);
  expect(requests).toEqual([
    {
      verb: 'resume',
      session: SESSION,
      options: {
        note: 'note',
        until: 'plan',
        leftovers: 'keep',
        workflow: 'other',
        acceptPlan: true,
        trust: true,
        shown: null,
        here: true,
        inPlace: true,
        again: null,
        unattended: true,
        approve: ['plan'],
      },
    },
  ]);
});

test('two words where the first is a phase name no session', async () => {
  expect(await runLine(['diff', 'plan', 'plan'])).toMatchObject({
    code: 2,
    err: expect.stringContaining(`There is no session "plan": that is a phase of login.`),
  });
});

test.each([
  [
    new CairnError('usage/unknown-phase', {
      phase: 'plam',
      known: ['plan', 'build'],
      among: { session: 'add-login', sessions: ['add-login', 'fix'] },
    }),
    'There is neither a session nor a phase "plam".\nPhases of add-login: plan, build. Sessions here: add-login, fix.',
  ],
  [
    new CairnError('usage/unknown-session', {
      session: 'sesion-11',
      searched: [],
      sessions: Array.from({ length: 40 }, (_, n) => `session-${n}`),
    }),
    'There is no session "sesion-11".\nSessions here: session-11, session-0, session-1, session-2, session-3, session-4, session-5, session-6 and 32 more: cairn list. One that lies on a remote only must be fetched first: `git fetch`.',
  ],
  [
    new CairnError('usage/unknown-phase', { phase: '99', known: ['1..8'] }),
    'There is no checkpoint "99".\nThere are: 1..8.',
  ],
  [
    new CairnError('usage/which-session', { sessions: ['add-login', 'fix'], unfinished: true }),
    '2 sessions are unfinished; say which:\n  add-login\n  fix',
  ],
  [
    new CairnError('usage/which-session', {
      sessions: ['20261120-add-login-7f3k', 'fix'],
      unfinished: false,
      are: 'done',
      candidates: [
        {
          session: '20261120-add-login-7f3k',
          name: 'login',
          title: 'Add login',
          state: 'done',
          updated: '2026-11-20T08:06:00.000Z',
        },
        {
          session: 'fix',
          name: 'fix',
          title: 'Fix\u001b[2J it',
          state: 'done',
          updated: '2026-11-18T10:06:00.000Z',
        },
      ],
    }),
    '2 sessions are done; say which:\n  login   done · 2 h ago · Add login\n  fix     done · 2 d ago · Fix it\nName it behind the command, such as: cairn status login',
  ],
  [
    new CairnError('repo/forbidden-folder', { folder: '/site', what: 'home' }),
    'Cairn does not work in /site: that is your home folder, where a session would record far too much.\nMake a repository in a folder below it: `git init <folder>`.',
  ],
] as const)('%s is said with what there is instead', async (error, said) => {
  const find = async () => {
    throw error;
  };
  const { err } = await runLine(['status', 'word'], { api: scriptedApi({ find }) });
  expect(err).toBe(`cairn: ${said}\n`);
});

test('with --json and without a command, the one value is an error', async () => {
  for (const words of [['--json'], ['--repo', '.', '--json']]) {
    const result = await runLine(words);
    expect(result.code).toBe(2);
    expect(result.json()).toMatchObject({
      error: {
        code: 'usage/invalid',
        message: 'Say which command.',
        hint: expect.stringContaining('--help'),
      },
    });
  }
});

test('what is wrong with a line is followed by the help of the command that it names', async () => {
  expect((await runLine(['land', SESSION])).err).toContain('\nSee what it takes: cairn land --help\n');
  expect((await runLine(['start'])).err).toContain('\nSee what it takes: cairn start --help\n');
  expect((await runLine(['lst'])).err).toBe(
    "cairn: Unknown command 'lst' (Did you mean list?)\nSee what it takes: cairn --help\n",
  );
  expect((await runLine(['rescue', 'lst'])).err).toBe(
    'cairn: There is neither an act nor a session "lst" (Did you mean list?)\nSee what it takes: cairn rescue --help\n',
  );
  expect((await runLine(['help', 'lst'])).err).toContain("Unknown command 'lst' (Did you mean list?)");
  expect((await runLine(['help', 'list'])).out).toContain('Usage: cairn list');
  // A word that is near no act is taken for what it is: a session that is not there.
  expect((await runLine(['rescue', 'something'])).err).toContain('There is no session "something"');
  expect((await runLine(['rescue', 'list', 'lst'])).err).toContain('There is no session "lst"');
});

test('hostile words reach a person without their control characters', async () => {
  const { code, err } = await runLine(['status', '\u001b[31mred\u0007\u202e']);
  expect(code).toBe(2);
  expect(err).toContain('There is no session "red"');
  expect(err).not.toMatch(/[\u0007\u001b\u202e]/);
});

test('the options that every command takes stand before or after its name', async () => {
  expect((await runLine(['--json', 'status'])).json()).toEqual(STATUS);
  expect((await runLine(['status', '--json'])).json()).toEqual(STATUS);
  expect((await runLine(['--repo', '/else where', 'status'])).out).toContain(
    "cairn approve --repo '/else where'",
  );
});

test('every command says its version', async () => {
  for (const words of [['--version'], ['-V'], ['status', '--version'], ['start', '--version']]) {
    expect(await runLine(words)).toMatchObject({ code: 0, out: '1.2.3\n', err: '' });
  }
});

test('without a command, `cairn` prints its help and exits 0', async () => {
  expect(await runLine([])).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: cairn/), err: '' });
});

test('with --json there is one value on standard output and prose on standard error', async () => {
  const result = await runLine(['start', 'feature', '--request', 'x', '--json'], {
    news: [
      { type: 'told', text: 'something to know' },
      { type: 'outcome', outcome: OUTCOME },
    ],
  });
  expect(result.json()).toEqual(OUTCOME);
  expect(result.err).toContain('something to know');
});

test('verify prints its violations and exits 7', async () => {
  const violations = [{ rule: 'R3', where: 'STATUS.md', what: 'seq is 4, its trailer says 3' }];
  const api = scriptedApi({ verify: async () => [{ session: SESSION, violations }] });
  const program = await runLine(['verify', SESSION, '--json'], { api });
  expect(program.code).toBe(7);
  expect(program.json()).toMatchObject({ session: SESSION, violations, error: { code: 'data/violations' } });
  expect((await runLine(['verify'], { api })).out).toContain(
    '  R3 STATUS.md: seq is 4, its trailer says 3\n     STATUS.md of every checkpoint can be read.\n',
  );
});

test('on a terminal, what cannot be taken back asks first; a script is taken at its word', async () => {
  const no = await runLine(['delete', SESSION], { terminal: 80, types: ['n'] });
  expect(no.calls.some(([name]) => name === 'delete')).toBe(false);
  expect(no).toMatchObject({ code: 5, asked: [expect.stringContaining('Delete')] });
  const yes = await runLine(['cancel', SESSION], { terminal: 80, types: ['y'] });
  expect(yes.calls).toContainEqual(['cancel', SESSION]);
});
