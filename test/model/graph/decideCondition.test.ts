import { describe, expect, test } from 'vitest';
import type { Condition } from '../../../src/model/graph/condition.ts';
import { decideCondition } from '../../../src/model/graph/decideCondition.ts';
import { readFileValue } from '../../../src/model/graph/readFileValue.ts';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';

const FILES: Readonly<Record<string, string>> = {
  'plan/tasks.json':
    '{"n": 3, "text": "3", "none": null, "list": [1, {"a": [true]}], "a/b": {"~": 1}, "": 0}',
  'plan/plan.yaml': 'docs: yes\nsize: 1.0\nwhen: 2026-11-20\n',
  'plan/NOTES.md': '---\nok: true\n---\n# Notes\n',
  'plan/bare.md': '# Notes\n',
  'plan/twice.json': '{"ok": true, "x": {"ok": 1}, "o\\u006b": false}',
  'plan/torn.json': '{"ok": tr',
  'plan/alias.yaml': 'a: &x 1\nb: *x\n',
  'plan/twice.yaml': 'a: 1\na: 2\n',
  'plan/twice.md': '---\n# Notes\na: 1\na: 2\n---\n',
  'plan/two.yaml': 'a: 1\n---\na: 2\n',
  'plan/large.json': JSON.stringify('x'.repeat(1024 * 1024)),
  'plan/proto.json': '{"__proto__": {"admin": true}}',
  'plan/empty.yaml': '',
  'plan/comment.yaml': '# nothing yet\n',
  'plan/nothing.md': '---\n---\n# Notes\n',
  'plan/comment.md': '---\n# nothing yet\n\n---\n# Notes\n',
  'plan/deep.json': `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'plan/huge.json': '{"ok": [1, 1e999]}',
  'plan/binary.yaml': 'ok: !!binary aGk=\n',
  'plan/nan.yaml': 'ok: .nan\n',
};
const valueOf = (file: string) =>
  readFileValue(file, FILES[file] === undefined ? null : new TextEncoder().encode(FILES[file]));

/** As a workflow file has it. */
function conditionIn(written: unknown): Condition {
  const phases = [
    { id: 'plan', artifacts: ['tasks.json'] },
    { id: 'build', when: written, artifacts: ['result.md'] },
  ];
  const read = parseWorkflow('w.yaml', JSON.stringify({ schema: 2, name: 'w', phases }));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.phases[1]?.when as Condition;
}
const decide = (written: unknown) => decideCondition(conditionIn(written), valueOf);
const json = (at: string, operator: object) => ({ file: 'plan/tasks.json', at, ...operator });

describe('a test', () => {
  test.each<[at: string, operator: object, is: 'met' | 'unmet']>([
    ['/n', { is: 3 }, 'met'],
    ['/n', { is: '3' }, 'unmet'],
    ['/text', { is: 3 }, 'unmet'],
    ['/text', { is: '3' }, 'met'],
    ['/none', { is: null }, 'met'],
    ['/none', { exists: true }, 'met'],
    ['/none', { not: 1 }, 'met'],
    ['/gone', { is: null }, 'unmet'],
    ['/gone', { not: 1 }, 'unmet'],
    ['/gone', { in: [null, 1] }, 'unmet'],
    ['/gone', { atMost: 1 }, 'unmet'],
    ['/gone', { exists: false }, 'met'],
    ['/gone', { exists: true }, 'unmet'],
    ['/gone/deeper', { exists: false }, 'met'],
    ['/n', { not: 3 }, 'unmet'],
    ['/n', { in: ['3', 4] }, 'unmet'],
    ['/n', { in: [4, 3] }, 'met'],
    ['/n', { atLeast: 3 }, 'met'],
    ['/n', { atLeast: 3.5 }, 'unmet'],
    ['/n', { atMost: 3 }, 'met'],
    ['/text', { atMost: 4 }, 'unmet'],
    ['/list', { is: [1, { a: [true] }] }, 'met'],
    ['/list', { is: [1] }, 'unmet'],
    ['/list/1/a/0', { is: true }, 'met'],
    ['/list/01', { exists: false }, 'met'],
    ['/list/length', { exists: false }, 'met'],
    ['/list/-', { exists: false }, 'met'],
    ['/text/length', { exists: false }, 'met'],
    ['/a~1b/~0', { is: 1 }, 'met'],
    ['/', { is: 0 }, 'met'],
    ['/toString', { exists: false }, 'met'],
    ['/constructor', { exists: false }, 'met'],
  ])('%s %j is %s', (at, operator, is) => {
    expect(decide(json(at, operator)).is).toBe(is);
  });

  test.each<[file: string, at: string | null, operator: object, is: 'met' | 'unmet']>([
    ['plan/plan.yaml', '/docs', { is: 'yes' }, 'met'],
    ['plan/plan.yaml', '/size', { is: 1 }, 'met'],
    ['plan/plan.yaml', '/when', { is: '2026-11-20' }, 'met'],
    ['plan/NOTES.md', '/ok', { is: true }, 'met'],
    ['plan/bare.md', '/ok', { exists: false }, 'met'],
    ['plan/bare.md', null, { exists: true }, 'unmet'],
    ['plan/nothing.md', null, { is: {} }, 'met'],
    ['plan/comment.md', null, { is: {} }, 'met'],
    ['plan/gone.json', null, { exists: false }, 'met'],
    ['plan/gone.json', '/ok', { is: true }, 'unmet'],
    ['plan/proto.json', '/__proto__/admin', { is: true }, 'met'],
    ['plan/proto.json', '/admin', { exists: false }, 'met'],
  ])('in %s %s %j is %s', (file, at, operator, is) => {
    expect(decide({ file, ...(at === null ? {} : { at }), ...operator }).is).toBe(is);
  });

  test('that is not met says what was found, and nothing where nothing was', () => {
    expect(decide(json('/n', { is: 4 }))).toEqual({
      is: 'unmet',
      file: 'plan/tasks.json',
      at: '/n',
      found: 3,
    });
    expect(decide(json('/gone', { is: 4 }))).toEqual({ is: 'unmet', file: 'plan/tasks.json', at: '/gone' });
  });

  test.each([
    ['plan/torn.json', 'it is not JSON'],
    ['plan/twice.json', 'the key "ok" is there twice'],
    ['plan/alias.yaml', 'line 2: this is an alias'],
    ['plan/twice.yaml', 'line 2: this key is here twice'],
    ['plan/twice.md', 'line 4: this key is here twice'],
    ['plan/two.yaml', 'line 2: a second document begins here ("---"); the file holds one'],
    ['plan/large.json', 'it has more than 1048576 bytes'],
    ['plan/empty.yaml', 'line 1: the file is empty'],
    ['plan/comment.yaml', 'line 1: the file is empty'],
    ['plan/deep.json', `/a${'/0'.repeat(59)}: this is nested too deeply`],
    ['plan/huge.json', '/ok/1: JSON has no such number'],
    ['plan/binary.yaml', '/ok: JSON has no such value'],
    ['plan/nan.yaml', '/ok: JSON has no such number'],
  ])('over %s is a question: %s', (file, why) => {
    expect(decide({ file, at: '/ok', exists: false })).toEqual({ is: 'unreadable', file, why });
  });
});

test.each([
  ['x.json', '', ''],
  ['x.yaml', '', ''],
  ['x.md', '---\n', '\n---'],
])('%s is read up to 1,048,576 bytes, however many characters these are', (file, before, after) => {
  const read = (bytes: number, character: string): string => {
    const most = bytes - before.length - after.length - 2;
    const size = Buffer.byteLength(character);
    const text = `"${character.repeat(Math.floor(most / size))}${'x'.repeat(most % size)}"`;
    return readFileValue(file, Buffer.from(`${before}${text}${after}`)).kind;
  };
  for (const character of ['x', '\u20ac']) {
    expect(read(1_048_576, character)).toBe('value');
    expect(read(1_048_577, character)).toBe('unreadable');
  }
});

describe('a number beyond 9007199254740991', () => {
  const large = (operator: object, text = '{"n": 9007199254740993}') => {
    const condition = conditionIn({ file: 'plan/tasks.json', at: '/n', ...operator });
    return decideCondition(condition, (file) => readFileValue(file, new TextEncoder().encode(text)));
  };

  test.each([
    [{ is: 9007199254740992 }],
    [{ not: 9007199254740992 }],
    [{ in: [1, 9007199254740992] }],
    [{ atLeast: 9007199254740992 }],
    [{ atMost: 9007199254740992 }],
  ])('that may be the one it is compared with is a question: %j', (operator) => {
    expect(large(operator)).toEqual({
      is: 'unreadable',
      file: 'plan/tasks.json',
      why: '/n has a number beyond 9007199254740991, which is not known to the last digit',
    });
  });

  test('is a question within a list, too', () => {
    expect(large({ is: [{ a: 1e300 }] }, '{"n": [{"a": 1e300}]}').is).toBe('unreadable');
  });

  test.each<[operator: object, is: 'met' | 'unmet']>([
    [{ is: 9007199254740991 }, 'unmet'],
    [{ not: 'x' }, 'met'],
    [{ atLeast: 3 }, 'met'],
    [{ atMost: 3 }, 'unmet'],
    [{ atLeast: 1e300 }, 'unmet'],
    [{ exists: true }, 'met'],
  ])('that is another one for certain is compared: %j is %s', (operator, is) => {
    expect(large(operator).is).toBe(is);
  });
});

describe('several tests', () => {
  const met = json('/n', { is: 3 });
  const unmet = json('/n', { is: 4 });
  const unreadable = { file: 'plan/torn.json', is: 1 };
  test.each<[name: string, written: unknown, is: string]>([
    ['all of a list', [met, met], 'met'],
    ['all but one of a list', [met, unmet], 'unmet'],
    ['one of several', { any: [unmet, met] }, 'met'],
    ['none of several', { any: [unmet, unmet] }, 'unmet'],
    ['a list in one of several', { any: [unmet, [met, met]] }, 'met'],
    ['one of several in a list', [met, { any: [unmet, met] }], 'met'],
    ['all, where one cannot be read and none is unmet', [met, unreadable], 'unreadable'],
    ['all, where one cannot be read and one is unmet', [unreadable, unmet], 'unmet'],
    ['one, where one cannot be read and none is met', { any: [unreadable, unmet] }, 'unreadable'],
    ['one, where one cannot be read and one is met', { any: [unreadable, met] }, 'met'],
  ])('%s', (_name, written, is) => {
    expect(decide(written).is).toBe(is);
  });
});

test('a value that is long is kept as the beginning of its text', () => {
  const found = (text: string): unknown => {
    const decision = decideCondition({ file: 'x.json', at: '', operator: 'is', to: [] }, () =>
      readFileValue('x.json', new TextEncoder().encode(text)),
    );
    return decision.is === 'unmet' ? decision.found : decision;
  };
  expect(found(JSON.stringify('x'.repeat(2000)))).toMatch(/^x{500}…$/);
  expect(found(JSON.stringify(Array(2000).fill(0)))).toMatch(/^(?:\[0|,0)+,?…$/);
  expect(found('{"a": 1}')).toEqual({ a: 1 });
});
