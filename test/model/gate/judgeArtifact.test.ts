import { describe, expect, test } from 'vitest';
import type { BlobId, RepoPath } from '../../../src/model/names/ids.ts';
import { type ArtifactFacts, judgeArtifact } from '../../../src/model/gate/judgeArtifact.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const facts = (
  text: string | null,
  over: Omit<Partial<ArtifactFacts>, 'rule'> & { rule?: Partial<ArtifactFacts['rule']> } = {},
): ArtifactFacts => ({
  path: 'docs/plan.md' as RepoPath,
  entry: text === null ? null : { mode: '100644', blob: 'b1' as BlobId },
  bytes: text === null ? null : bytes(text),
  before: null,
  notCaptured: null,
  ...over,
  rule: { path: '/docs/plan.md', minBytes: null, headings: [], schema: null, ...over.rule },
});
const why = (...of: Parameters<typeof facts>): readonly string[] => judgeArtifact(facts(...of));

describe('an artifact', () => {
  test('holds when it is a new file with text in it', () => {
    expect(why('a plan')).toEqual([]);
    expect(why('a plan', { entry: { mode: '100755', blob: 'b1' as BlobId } })).toEqual([]);
  });

  test('[F1] that is missing is told with its path', () => {
    expect(why(null)).toEqual(['docs/plan.md is missing']);
  });

  test('that lies at the root of the repository instead is missing, and how the workflow names that is told', () => {
    expect(why(null, { atRoot: true, rule: { path: 'plan.md' } })).toEqual([
      'docs/plan.md is missing; there is a plan.md at the root of the repository: the workflow means that with "/plan.md"',
    ]);
  });

  test.each([
    ['120000', 'docs/plan.md is a symbolic link, not a file'],
    ['160000', 'docs/plan.md is a submodule or a nested repository, not a file'],
  ])('of mode %s is no file', (mode, reason) => {
    expect(why('a plan', { entry: { mode, blob: 'b1' as BlobId } })).toEqual([reason]);
  });

  test('that is a folder is told as one', () => {
    expect(why(null, { entry: 'folder' })).toEqual(['docs/plan.md is a folder, not a file']);
  });

  test.each([
    ['', 'is empty'],
    ['\uFEFF', 'has nothing but white space in it'],
    [' \t\r\n\u00a0\u2003', 'has nothing but white space in it'],
    ['\0\0\0', 'has nothing but white space in it'],
    ['\u200b\u2060\u200d\ufeff\u00ad\u3164', 'has nothing but white space in it'],
  ])('[F2] of nothing that can be seen (%j) is empty', (text, reason) => {
    expect(why(text, { rule: { minBytes: 3, headings: ['Steps'] } })).toEqual([`docs/plan.md ${reason}`]);
  });

  test('[F2] of UTF-16 white space is empty, of UTF-16 text is not', () => {
    const utf16 = (text: string): Uint8Array =>
      new Uint8Array([
        0xff,
        0xfe,
        ...text.split('').flatMap((c) => [c.charCodeAt(0) % 256, c.charCodeAt(0) >> 8]),
      ]);
    expect(judgeArtifact({ ...facts('x'), bytes: utf16(' \n ') })).toHaveLength(1);
    expect(judgeArtifact({ ...facts('x'), bytes: utf16(' a ') })).toEqual([]);
  });

  test('[F2] with text only after 64 KB of white space holds, also where a character lies across the border', () => {
    expect(why(`${' '.repeat(65_535)}é`)).toEqual([]);
    expect(why(' '.repeat(200_000))).toHaveLength(1);
  });

  test('that was there before and has not changed is not new', () => {
    expect(why('a plan', { before: 'b1' as BlobId })).toEqual([
      'docs/plan.md was there before the phase and has not changed',
    ]);
    expect(why('a plan', { before: 'b0' as BlobId })).toEqual([]);
  });

  test('that was left out of the tree does not hold, and says why', () => {
    expect(why(null, { notCaptured: 'a secret on line 3' })).toEqual([
      'docs/plan.md could not be captured: a secret on line 3',
    ]);
  });

  test('counts bytes, not characters', () => {
    expect(why('ééé', { rule: { minBytes: 6 } })).toEqual([]);
    expect(why('ééé', { rule: { minBytes: 7 } })).toEqual([
      'docs/plan.md has 6 bytes, at least 7 are asked for',
    ]);
  });

  test('tells every rule that does not hold at once', () => {
    expect(
      why('# Steps\n', { before: 'b1' as BlobId, rule: { minBytes: 100, headings: ['Steps', 'Risks'] } }),
    ).toEqual([
      'docs/plan.md was there before the phase and has not changed',
      'docs/plan.md has 8 bytes, at least 100 are asked for',
      'docs/plan.md has no text below the heading "Steps"',
      'docs/plan.md has no heading "Risks"',
    ]);
  });
});

describe('a heading that an artifact must have', () => {
  const steps = (text: string): readonly string[] => why(text, { rule: { headings: ['Steps'] } });
  const missing = ['docs/plan.md has no heading "Steps"'];
  const bare = ['docs/plan.md has no text below the heading "Steps"'];

  test.each([
    '# Steps\nFirst.',
    '###### steps ######\nFirst.',
    '## **Steps**:\n\n- First',
    '## 2. Steps\n- First',
    'Steps\n=====\nFirst.',
    'Steps\n---\nFirst.',
    '\uFEFF# STEPS\r\nFirst.\r\n',
    '## Steps\n### One\nFirst.',
    '## Steps\n\n## Steps\nFirst.',
    '## Steps\n```sh\nnpm test\n```',
    '---\ntitle: x\n---\n# Steps\nFirst.',
    '## Steps\n🪨',
  ])('is there: %j', (text) => {
    expect(steps(text)).toEqual([]);
  });

  test.each([
    'Steps\nFirst.',
    '#Steps\nFirst.',
    '# Stepson\nFirst.',
    '```\n# Steps\nFirst.\n```',
    '~~~~\n```\n# Steps\nFirst.\n~~~\n',
    '<!--\n# Steps\nFirst.\n-->',
    '    # Steps\n    First.',
    '- Steps\n---\nFirst.',
    '---\nSteps\n---\nFirst.',
  ])('is not there: %j', (text) => {
    expect(steps(text)).toEqual(missing);
  });

  test.each([
    '# Steps',
    '# Steps\n\n \t\n',
    '# Steps\n## One\n### Two\n',
    '# Steps\n# Risks\nMany.',
    '# Steps\n<!-- to do: say\nwhat -->\n',
    '# Steps\n- \n* [ ]\n1.\n---\n***\n',
    '# Steps\n```\n```\n',
    '# Steps\n\u200b\n',
  ])('[F2] has no text below: %j', (text) => {
    expect(steps(text)).toEqual(bare);
  });

  test('a comment that nothing closes, or that is in code, hides nothing', () => {
    expect(steps('Write `<!--` and\n# Steps\nFirst. -->')).toEqual([]);
    expect(steps('<!-- open\n# Steps\nFirst.')).toEqual([]);
    expect(steps('```html\n<!--\n```\n# Steps\nFirst.\n```html\n-->\n```')).toEqual([]);
  });
});

describe('a JSON artifact', () => {
  const tasks = {
    type: 'array',
    minItems: 1,
    items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
  };
  const judged = (text: string): readonly string[] => why(text, { rule: { schema: tasks } });

  test('holds when it meets its schema', () => {
    expect(judged('\uFEFF[{"id": 1}]\n')).toEqual([]);
  });

  test.each([
    ['[{"id": 1},]', 'line 1, column 12: a value should be here'],
    ['{\n  "id": 1\n  "b": 2}', 'line 3, column 3: "," or "}" should be here'],
    ['[1', 'line 1, column 3: the file ends where "," or "]" should be'],
    ['[{id: 1}]', 'line 1, column 3: a key in double quotes should be here'],
    ["['a']", 'line 1, column 2: a value should be here'],
    ['[1] x', 'line 1, column 5: the end of the file should be here'],
    [
      '["a\nb"]',
      'line 1, column 4: the end of a string ("\\n" stands for a line break in it) should be here',
    ],
    ['["\\x"]', 'line 1, column 3: one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX should be here'],
    ['{"a" 1}', 'line 1, column 6: ":" should be here'],
    ['[01]', 'line 1, column 3: "," or "]" should be here'],
    ['```json\n[]\n```', 'line 1, column 1: a value should be here'],
  ])('that is broken says where: %j', (text, reason) => {
    expect(judged(text)).toEqual([`docs/plan.md is not valid JSON: ${reason}`]);
  });

  test('that is not UTF-8 or too deep is refused', () => {
    expect(
      judgeArtifact({
        ...facts('x', { rule: { schema: tasks } }),
        bytes: new Uint8Array([0x5b, 0xff, 0x5d]),
      }),
    ).toEqual(['docs/plan.md is not valid JSON: it is not UTF-8 text']);
    expect(judged(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toEqual([
      'docs/plan.md is not valid JSON: it is nested deeper than 500',
    ]);
  });

  test('names the place of each violation, and not hundreds of them', () => {
    expect(judged('[{"id": 1}, {"id": "2"}, {}]')).toEqual([
      'docs/plan.md does not meet its schema: /1/id must be integer, is string',
      'docs/plan.md does not meet its schema: /2 must have the property "id"',
    ]);
    expect(judged('[]')).toEqual([
      'docs/plan.md does not meet its schema: / must have at least 1 items, has 0',
    ]);
    expect(judged(`[${'{},'.repeat(99)}{}]`).at(-1)).toBe(
      'docs/plan.md does not meet its schema in 92 more places',
    );
  });
});

describe('a schema over a hostile value', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  /** Refers to itself at every level of the value, by many schemas that judge the same value. */
  const wrapped = (times: number): unknown =>
    times === 0 ? { properties: { a: { $ref: '#' } } } : { allOf: [wrapped(times - 1)] };

  test('that is deep where the schema is deep too is one reason, and no stack', () => {
    const deep = { rule: { schema: wrapped(60) as object } };
    const said = why(nested(490), deep);
    expect(said.length === 0 || said.join().endsWith('it is nested too deep for its rules')).toBe(true);
    expect(why(nested(3), deep)).toEqual([]);
  });

  test('that is nested by the hundred thousand, or cut off there, is one reason', () => {
    expect(why(nested(100_000), { rule: { schema: {} } })).toEqual([
      'docs/plan.md is not valid JSON: it is nested deeper than 500',
    ]);
    expect(why('['.repeat(500_000), { rule: { schema: {} } })).toHaveLength(1);
  });
});
