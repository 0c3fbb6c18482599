import { describe, expect, it } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { InputFault } from '../../src/base/inputFault.ts';
import { toErrorValue, type RunNews } from '../../src/runner/runEvents.ts';
import { runLine, type LineOptions } from './runLine.ts';
import { OUTCOME, scriptedApi, SESSION, STATUS } from './scriptedApi.ts';

const at = { line: 4, column: 3 };
const MISSING: InputFault = {
  because: 'missing',
  input: 'ticket',
  description: 'Which ticket',
  allowed: null,
  pattern: '^[A-Z]+-\\d+$',
  ...at,
};
const DEPTH: InputFault = {
  because: 'missing',
  input: 'depth',
  description: null,
  allowed: ['shallow', 'deep'],
  pattern: null,
  ...at,
};
const wrong = (input: string, value: string): InputFault => ({
  because: 'wrong',
  input,
  value,
  demand: { asks: 'pattern', pattern: '^[A-Z]+-\\d+$' },
  ...at,
});
const START = ['start', 'fix', '--request', 'x'];

/** A runner that refuses with one list of faults after the other, and then runs until the session waits (exit 3). */
function runner(...refusals: readonly (readonly InputFault[])[]): NonNullable<LineOptions['news']> {
  const left = [...refusals];
  return async function* (): AsyncGenerator<RunNews> {
    const faults = left.shift();
    if (faults === undefined) yield { type: 'outcome', outcome: OUTCOME };
    else {
      const error = new CairnError('usage/inputs', { file: '.cairn/workflows/fix.yaml', faults });
      yield { type: 'error', error: toErrorValue(error) };
    }
  };
}

const given = ({ requests }: Awaited<ReturnType<typeof runLine>>): unknown =>
  requests.map(({ options }) => ('inputs' in options ? options.inputs : undefined));

describe('cairn start --input', () => {
  it('takes a value that may hold anything, once for each name, wherever it stands', async () => {
    const line = await runLine([
      'start',
      '--input',
      'a=1=2',
      'fix',
      '--no-input',
      '--request',
      'x',
      '--input=b=',
      '--input',
      'c=--json',
    ]);
    expect([line.code, given(line)]).toEqual([3, [{ a: '1=2', b: '', c: '--json' }]]);
  });

  it.each([
    [['--input', 'ticket'], '--input: it is NAME=VALUE, not "ticket"'],
    [['--input', '=x'], '--input: it is NAME=VALUE, not "=x"'],
    [['--input', 'a=1', '--input', 'a=2'], '--input: "a" is given twice'],
    [['--input'], "Option '--input <name=value>' argument missing"],
  ])('refuses %j', async (words, says) => {
    const line = await runLine([...START, ...words]);
    expect([line.code, line.requests]).toEqual([2, []]);
    expect(line.err).toContain(says);
  });

  it('is no part of a resume: inputs are fixed', async () => {
    expect((await runLine(['resume', '--input', 'a=1'])).code).toBe(2);
  });

  it('names all that is missing, wrong or unknown, with its place, and exits 2 where nobody can be asked', async () => {
    const line = await runLine(START, {
      news: runner([
        MISSING,
        DEPTH,
        wrong('other', 'x'),
        { because: 'unknown', input: 'dept', known: ['ticket', 'depth'], ...at },
      ]),
    });
    expect([line.code, line.asked]).toEqual([2, []]);
    const place = '.cairn/workflows/fix.yaml:4:3:';
    expect(line.err).toContain(
      [
        'The workflow cannot take these inputs:',
        `  ${place} "ticket" is missing: Which ticket (must match ^[A-Z]+-\\d+$)`,
        `  ${place} "depth" is missing (shallow or deep)`,
        `  ${place} "other" must match ^[A-Z]+-\\d+$, not "x"`,
        `  ${place} there is no input "dept"; did you mean "depth"?`,
      ].join('\n'),
    );
    expect(line.err).toContain('Give them with: --input ticket=… --input depth=…');
  });

  it.each([
    ['--no-input', { terminal: 80 }],
    ['--json', { terminal: 80 }],
    ['--in-place', {}],
  ])('asks for nothing with %s, or where there is no terminal', async (word, options) => {
    const line = await runLine([...START, word], { ...options, types: ['AB-1'], news: runner([MISSING]) });
    expect([line.code, line.asked]).toEqual([2, []]);
  });
});

describe('at a terminal', () => {
  it('what is missing is asked for, one after the other, and again where it cannot be taken', async () => {
    const line = await runLine([...START, '--input', 'note=n'], {
      terminal: 80,
      types: ['ab', 'deep', 'AB-1'],
      news: runner([MISSING, DEPTH], [wrong('ticket', 'ab')]),
    });
    expect(line.code).toBe(3);
    expect(line.asked).toEqual([
      'Which ticket (must match ^[A-Z]+-\\d+$): ',
      'depth (shallow or deep): ',
      '"ticket" must match ^[A-Z]+-\\d+$, not "ab". Again: ',
    ]);
    expect(given(line)).toEqual([
      { note: 'n' },
      { note: 'n', ticket: 'ab', depth: 'deep' },
      { note: 'n', ticket: 'AB-1', depth: 'deep' },
    ]);
  });

  it('nothing typed gives up', async () => {
    const line = await runLine(START, { terminal: 80, types: [''], news: runner([MISSING]) });
    expect([line.code, line.asked.length, line.requests.length]).toEqual([2, 1, 1]);
  });

  it('what was given on the command line is not asked for again', async () => {
    const line = await runLine([...START, '--input', 'ticket=ab'], {
      terminal: 80,
      types: ['AB-1'],
      news: runner([wrong('ticket', 'ab'), DEPTH]),
    });
    expect([line.code, line.asked]).toEqual([2, []]);
  });

  it('a description from a repository moves no cursor', async () => {
    const line = await runLine(START, {
      terminal: 80,
      types: ['AB-1'],
      news: runner([{ ...MISSING, description: 'x\u001b[2Jy' }]),
    });
    expect(line.asked[0]).toBe('xy (must match ^[A-Z]+-\\d+$): ');
  });
});

describe('cairn result', () => {
  const bytes = Buffer.from([97, 0, 255, 13, 10]);
  const api = (of: Uint8Array) => scriptedApi({ result: async () => ({ path: 'out.bin', bytes: of }) });

  it('prints the file unchanged, and as a value for programs', async () => {
    expect(Buffer.from((await runLine(['result'], { api: api(Buffer.from('a\r\n')) })).out)).toEqual(
      Buffer.from('a\r\n'),
    );
    expect((await runLine(['result', SESSION, '--json'], { api: api(bytes) })).json()).toEqual({
      session: SESSION,
      path: 'out.bin',
      bytes: 5,
      encoding: 'base64',
      content: bytes.toString('base64'),
    });
  });

  it.each([
    [{ because: 'no-result' } as const, 'Cannot print the result of s: its workflow names none'],
    [
      { because: 'no-result-yet', path: 'verdict.json', by: ['verify'] } as const,
      'Cannot print the result of s: verdict.json is there once verify is done',
    ],
  ])('says why there is none, and exits 2: %j', async (refusal, says) => {
    const result = async (): Promise<never> => {
      throw new CairnError('usage/not-possible', { act: 'result', session: 's', refusal });
    };
    const line = await runLine(['result'], { api: scriptedApi({ result }) });
    expect([line.code, line.out]).toEqual([2, '']);
    expect(line.err).toContain(says);
  });
});

it('cairn status shows inputs, each on a line, and what the session is run for', async () => {
  const status = {
    ...STATUS,
    inputs: { ticket: 'AB-1', note: `one\ntwo ${'x'.repeat(300)}` },
    result: { path: '.cairn/sessions/s/02-verify/verdict.json', present: false, bytes: 0 },
  };
  const { out } = await runLine(['status'], { api: scriptedApi({ status: async () => status }) });
  expect(out).toMatch(/^Input +ticket = AB-1$/m);
  expect(out).toMatch(/^Input +note = one two x{150,191}…$/m);
  expect(out).toMatch(/^Result +\.cairn\/sessions\/s\/02-verify\/verdict\.json \(not there yet\)$/m);
});
