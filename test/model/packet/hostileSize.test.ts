import { describe, expect, test } from 'vitest';
import type { BlobId, RepoPath } from '../../../src/model/names/ids.ts';
import { judgeArtifact } from '../../../src/model/gate/judgeArtifact.ts';
import { firstParagraph, itemsOf } from '../../../src/model/packet/markdownItems.ts';
import { scanMarkdown } from '../../../src/model/packet/scanMarkdown.ts';
import { sectionsOf } from '../../../src/model/packet/sections.ts';
import { cpuMs } from '../../support/lateness.ts';

const SIZE = 256 * 1024;
const many = (text: string, size = SIZE): string => text.repeat(Math.ceil(size / text.length));

/** A quarter of a megabyte and more, made of what a reader of Markdown looks at twice. */
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['rules', many('---\n', 4 * SIZE)],
  ['rules in one line', many('- ')],
  ['dashes in one line', many('-')],
  ['underlines below words', many('a\n---\n')],
  ['headings', many('# a\n')],
  ['headings, ever deeper', many('# a\n## b\n### c\n#### d\n##### e\n###### f\n')],
  ['a heading with a gap', `# a${many(' ')}b\n`],
  ['a heading of marks', `# ${many(' #')}x\n`],
  ['a heading of colons', `# ${many(' :')}x\n`],
  ['comments', many('<!-- -->')],
  ['comments that nothing closes', many('<!--')],
  ['comments in backticks', many('`<!--')],
  ['fences', many('```\n')],
  ['one fence and backticks', `\`\`\`\n${many('`')}`],
  ['quotes in quotes', many('> ')],
  ['list marks', many('1. ')],
  ['gaps', many(' ')],
  ['gaps and an end', `${many(' \t')}x`],
  ['blank lines', `a${many('\n')}b`],
  ['one word', many('a')],
  ['front matter without an end', `---\n${many('a: b\n')}`],
  ['check boxes', many('- [ ] \n')],
];

const rule = { path: 'a.md', minBytes: null, headings: ['Result', 'a'], schema: null };
const judged = (text: string): readonly string[] =>
  judgeArtifact({
    rule,
    path: 'a.md' as RepoPath,
    entry: { mode: '100644', blob: 'b' as BlobId },
    bytes: new TextEncoder().encode(text),
    before: null,
    notCaptured: null,
  });

describe.each(TEXTS)('a large artifact of %s', (_name, text) => {
  // Bounds are far above what it takes on a busy machine, and far below what squares of its size take.
  test('is judged, read and summed up in bounded time', () => {
    const read = (): void => {
      expect(judged(text).length).toBeGreaterThan(0);
      const sections = sectionsOf(text);
      itemsOf(scanMarkdown(text));
      for (const section of sections.slice(0, 10)) itemsOf(section.lines);
      firstParagraph(text);
    };
    expect(cpuMs(read)).toBeLessThan(8_000);
  });
});

test('lines of dashes without text above are rules and no headings', () => {
  expect(scanMarkdown('text\n\n---\n---\n---\n').filter(({ kind }) => kind === 'heading')).toEqual([]);
  expect(sectionsOf('Words\n---\nbelow\n').map(({ heading }) => heading)).toEqual(['Words']);
});

test('sections end where the next heading of their level or above begins', () => {
  const text = '# a\n1\n## b\n2\n### c\n3\n## d\n4\n# e\n5\n';
  expect(
    sectionsOf(text).map(({ heading, lines }) => [heading, lines.map((line) => line.text).join(' ')]),
  ).toEqual([
    ['a', '1 b 2 c 3 d 4'],
    ['b', '2 c 3'],
    ['c', '3'],
    ['d', '4'],
    ['e', '5 '],
  ]);
});
