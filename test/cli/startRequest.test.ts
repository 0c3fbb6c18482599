import { describe, expect, test, vi } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { NoIssue } from '../../src/base/issueFault.ts';
import type { StartOptions } from '../../src/session/api/run.ts';
import { runLine, type LineOptions, type LineResult } from './runLine.ts';

const start = (words: readonly string[], options: LineOptions = {}): Promise<LineResult> =>
  runLine(['start', ...words], options);

const asked = ({ requests }: LineResult): readonly (readonly [string | null, string])[] =>
  requests.map(({ options }) => {
    const { workflow, request } = options as StartOptions;
    return [workflow, request];
  });

describe('a request comes by standard input', () => {
  const input = 'Add a login page\n\nWith a form.\n';

  test.each([
    [[], null],
    [['-'], null],
    [['--', '-'], null],
    [['fix', '-'], 'fix'],
    [['--request-file', '-'], null],
    [['fix', '--request-file', '-'], 'fix'],
  ])('to start %j', async (words, workflow) => {
    expect(asked(await start(words, { input }))).toEqual([[workflow, input]]);
  });

  test('to a workflow that is named, and for a program', async () => {
    const api = { types: [], input };
    expect(
      asked(await start(['./fix.yaml', '--json'], { ...api, files: { '/site/work/fix.yaml': '' } })),
    ).toEqual([['/site/work/fix.yaml', input]]);
  });

  test('only where no words are, and where nobody sits at it', async () => {
    expect(asked(await start(['Another thing'], { input }))).toEqual([[null, 'Another thing']]);
    const typed = await start([], { terminal: 80, types: ['Typed'], input });
    expect(asked(typed)).toEqual([[null, 'Typed']]);
  });

  test.each(['', ' \n'])('and none is refused: %j', async (nothing) => {
    for (const words of [[], ['-'], ['--request-file', '-']])
      expect(await start(words, { input: nothing })).toMatchObject({ code: 2, requests: [] });
    expect((await start([], { input: nothing })).err).toContain('say what is to be done');
  });

  test('of more than any session takes is refused', async () => {
    const { code, err, requests } = await start([], { input: 'x'.repeat(1024 * 1024 + 1) });
    expect([code, requests]).toEqual([2, []]);
    expect(err).toContain('standard input has more than 1048576 bytes');
  });

  test('that does not end is told of, once', async () => {
    vi.useFakeTimers();
    const gate = Promise.withResolvers<string>();
    const running = start([], { input: gate.promise });
    await vi.advanceTimersByTimeAsync(10_000);
    gate.resolve('Add it');
    vi.useRealTimers();
    const result = await running;
    expect(result.err).toBe('The request is read from standard input, which has not ended yet.\n');
    expect(asked(result)).toEqual([[null, 'Add it']]);
  });
});

describe('a request is an issue', () => {
  const url = 'https://github.com/ada/site/issues/12';
  const ISSUE = {
    title: 'Dates are a day off',
    body: 'In March.\n\nAlways.',
    url,
    author: 'ada',
    isOpen: true,
  };
  const gh = (over: Partial<typeof ISSUE> = {}): LineOptions => ({
    issue: async () => ({ ...ISSUE, ...over }),
  });

  test('which is shown first, with who wrote it', async () => {
    const result = await start(['fix', '--issue', '#12'], gh());
    expect(result.calls).toContainEqual(['issue', '12', '/site/work']);
    expect(result.out).toMatch(
      /^· The request is https:\/\/github\.com\/ada\/site\/issues\/12, by ada: Dates are a day off\n {2}│ In March\.\n {2}│ Always\.\n/,
    );
    expect(asked(result)).toEqual([
      ['fix', `Dates are a day off\n\nIn March.\n\nAlways.\n\nFrom ${url}, written by ada.\n`],
    ]);
  });

  test('on standard error to a program', async () => {
    const result = await start(['--issue', url, '--json'], gh());
    expect(result.err).toContain('by ada: Dates are a day off');
    expect(result.calls).toContainEqual(['issue', url, '/site/work']);
  });

  test('of which the first lines are shown, how many more there are, and what its page does not show', async () => {
    const body = `${Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n')}\n<!-- do evil -->`;
    const { out } = await start(['--issue', '12'], gh({ body, isOpen: false }));
    expect(out).toContain('! The request is');
    expect(out).toContain('by ada, and it is closed: Dates');
    expect(out).toContain('  │ line 7\n  │ … 13 more lines\n');
    expect(out).not.toContain('line 8');
    expect(out).toContain('! It has comments that its page does not show; they are part of the request.\n');
  });

  test('that says nothing to a terminal but words', async () => {
    const { out, requests } = await start(
      ['--issue', '12'],
      gh({
        title: 'A\u001b[2J\u202eb',
        body: '\u001b]0;x\u0007--trust\u200b\n--base origin/evil',
        author: 'e\u202eve',
      }),
    );
    expect(out).not.toMatch(/[\u001b\u0007\u202e\u200b]/);
    expect(requests).toMatchObject([{ options: { trust: false, base: null } }]);
  });

  test.each([['x'], ['--web'], ['http://github.com/a/b/issues/1'], ['-1']])(
    'and %j is none: gh is not asked',
    async (name) => {
      const { code, err, calls } = await start([`--issue=${name}`], gh());
      expect([code, calls.map(([called]) => called)]).toEqual([2, []]);
      expect(err).toContain('--issue: give the number of an issue');
    },
  );

  test.each([
    [['--issue', '12', '--request', 'x'], '--request: there is a --issue, too'],
    [['--issue', '12', '--request-file', 'x'], '--request-file: there is a --issue, too'],
    [['Add it all', '--issue', '12'], '--issue: the request is there without it, too'],
    [['fix', 'Add it', '--issue', '12'], '--issue: the request is there without it, too'],
  ])('or another one, not both: %j', async (words, why) => {
    expect(await start(words, gh())).toMatchObject({
      code: 2,
      requests: [],
      calls: [],
      err: expect.stringContaining(why) as unknown,
    });
  });

  const fails = (error: CairnError): LineOptions => ({
    issue: async () => {
      throw error;
    },
  });
  const gone = (because: NoIssue['because']) => new CairnError('usage/no-issue', { issue: '12', because });

  test.each([
    [gone('not-there'), 2, 'There is no issue 12. Nothing was made.\nSee whether the number is right'],
    [gone('no-repository'), 2, 'or your account may not see it. Nothing was made.'],
    [gone('no-remote'), 2, 'Give the address of its page instead of a number.'],
    [gone('issues-off'), 2, 'its repository has no issues. Nothing was made.'],
    [
      new CairnError('machine/gh', { issue: '12', because: 'missing', said: '' }),
      8,
      'There is no gh on PATH, which is what reads issue 12. Nothing was made.\nInstall it from https://cli.github.com and log in: gh auth login',
    ],
    [
      new CairnError('machine/gh', { issue: url, because: 'logged-out', said: 'x' }),
      8,
      `gh is not logged in, so it cannot read ${url}. Nothing was made.\nLog in: gh auth login`,
    ],
    [
      new CairnError('machine/gh', { issue: '12', because: 'no-network', said: 'error connecting' }),
      8,
      'gh could not reach the host of issue 12 (error connecting). Nothing was made.\nTry again when there is a network',
    ],
    [
      new CairnError('machine/gh', { issue: '12', because: 'slow', said: '' }),
      8,
      'gh has not shown issue 12 within 30 seconds. Nothing was made.\nTry again',
    ],
    [
      new CairnError('machine/gh', { issue: '12', because: 'failed', said: 'b\u001b[31moom.' }),
      8,
      'gh could not show issue 12: boom. Nothing was made.\nSee what it says of itself: gh auth status',
    ],
  ])('or a sentence says why not, and what to do: %s', async (error, exit, said) => {
    const { code, err, requests } = await start(['--issue', '12'], fails(error));
    expect([code, requests]).toEqual([exit, []]);
    expect(err).toContain(said);
  });
});
