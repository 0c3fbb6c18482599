import { describe, expect, it } from 'vitest';
import { inputVariable, type Input } from '../../../src/model/inputs/input.ts';
import { judgeInputs, LONGEST_VALUE, type Matches } from '../../../src/model/inputs/judgeInputs.ts';

const matches: Matches = (pattern, text) =>
  pattern === 'endless' ? null : new RegExp(pattern, 'u').test(text);

const input = (name: string, over: Partial<Input> = {}): Input => ({
  name,
  description: null,
  required: false,
  default: null,
  pattern: null,
  enum: null,
  ...over,
});

const WORKFLOW = [
  input('ticket', { required: true, pattern: '^[A-Z]+-\\d+$' }),
  input('depth', { default: 'shallow', enum: ['shallow', 'deep'] }),
  input('note'),
];

const judged = (given: Readonly<Record<string, string>>, inputs = WORKFLOW): unknown => {
  const result = judgeInputs(inputs, new Map(Object.entries(given)), matches);
  return result.ok ? Object.fromEntries(result.value) : result.error;
};

describe('judgeInputs', () => {
  it('takes what is given, fills in defaults, and leaves out what has neither', () => {
    expect(judged({ ticket: 'AB-1' })).toEqual({ ticket: 'AB-1', depth: 'shallow' });
    expect(judged({ ticket: 'AB-1', depth: 'deep', note: '' })).toEqual({
      ticket: 'AB-1',
      depth: 'deep',
      note: '',
    });
    expect(judged({}, [])).toEqual({});
  });

  it('tells all that is missing, wrong and unknown at once, in the order of the workflow', () => {
    expect(judged({ depth: 'deeep', tiket: 'AB-1' })).toEqual([
      { because: 'missing', input: WORKFLOW[0] },
      {
        because: 'wrong',
        input: WORKFLOW[1],
        value: 'deeep',
        demand: { asks: 'word', allowed: ['shallow', 'deep'] },
      },
      { because: 'unknown', name: 'tiket' },
    ]);
  });

  it.each([
    ['', { required: true, pattern: 'x' }, { asks: 'something' }],
    ['a\0b', {}, { asks: 'no-nul' }],
    ['x'.repeat(LONGEST_VALUE + 1), {}, { asks: 'length', most: LONGEST_VALUE }],
    ['C', { enum: ['a', 'b'] }, { asks: 'word', allowed: ['a', 'b'] }],
    ['ab', { pattern: '^a$' }, { asks: 'pattern', pattern: '^a$' }],
    ['x', { pattern: 'endless' }, { asks: 'judgeable', pattern: 'endless' }],
    ['', { pattern: '^a$' }, { asks: 'pattern', pattern: '^a$' }],
  ])('refuses %j where %j', (value, over, demand) => {
    expect(judged({ x: value }, [input('x', over)])).toMatchObject([{ because: 'wrong', demand }]);
  });

  it('takes any other text, whatever it holds', () => {
    for (const value of [
      '',
      ' ',
      'a\nb',
      '{{ request }}',
      '$(rm -rf /)',
      '"',
      "'",
      '=',
      '😀',
      'x'.repeat(LONGEST_VALUE),
    ])
      expect(judged({ x: value }, [input('x')])).toEqual({ x: value });
  });

  it('finds a pattern anywhere in a value, as JSON Schema does', () => {
    expect(judged({ x: 'the AB-1 one' }, [input('x', { pattern: '[A-Z]+-\\d+' })])).toEqual({
      x: 'the AB-1 one',
    });
  });
});

describe('inputVariable', () => {
  it('is one name on every system', () => {
    expect(['ticket', 'base-URL', 'a_b'].map(inputVariable)).toEqual([
      'CAIRN_INPUT_TICKET',
      'CAIRN_INPUT_BASE_URL',
      'CAIRN_INPUT_A_B',
    ]);
  });
});
