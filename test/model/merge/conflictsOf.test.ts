import { expect, test } from 'vitest';
import { conflictsOf, type MergeSide, type UnmergedPath } from '../../../src/model/merge/conflictsOf.ts';
import type { RepoPath } from '../../../src/model/names/ids.ts';

const file = (id: string, mode = '100644'): MergeSide => ({ mode, id });
const run = (id: string): MergeSide => file(id, '100755');
const link = (id: string): MergeSide => file(id, '120000');
const submodule = (id: string): MergeSide => file(id, '160000');

type Row = readonly [
  title: string,
  base: MergeSide | null,
  ours: MergeSide | null,
  theirs: MergeSide | null,
  contents: UnmergedPath['contents'],
  told: string,
];

/** `+`: solved between markers. */
const ROWS: readonly Row[] = [
  ['text that both changed', file('b'), file('o'), file('t'), 'marked', 'content+'],
  ['text that both added', null, file('o'), file('t'), 'marked', 'add/add+'],
  ['text that both added, one as a program', null, file('o'), run('t'), 'marked', 'add/add+ mode'],
  ['text that both changed and one made a program', file('b'), file('o'), run('t'), 'marked', 'content+'],
  [
    'a link that became text on one side and a program on the other',
    link('b'),
    file('o'),
    run('t'),
    'marked',
    'content+ mode',
  ],
  ['the same, added as a file and as a program', null, file('o'), run('o'), 'open', 'mode'],
  ['texts that union joins, added as a file and as a program', null, file('o'), run('t'), 'merged', 'mode'],
  ['what does not merge as text', file('b'), file('o'), file('t'), 'open', 'binary'],
  [
    'what does not merge as text, added as a file and as a program',
    null,
    file('o'),
    run('t'),
    'open',
    'binary mode',
  ],
  ['an edit of what is gone', file('b'), file('o'), null, 'open', 'modify/delete'],
  ['a link that is gone', link('b'), null, link('t'), 'open', 'modify/delete'],
  ['two links', link('b'), link('o'), link('t'), 'open', 'link'],
  ['a link and a file', file('b'), link('o'), file('t'), 'open', 'link'],
  ['a submodule that both moved', submodule('b'), submodule('o'), submodule('t'), 'open', 'submodule'],
  ['a submodule that is gone', submodule('b'), submodule('o'), null, 'open', 'submodule'],
  ['a link and a submodule', null, link('o'), submodule('t'), 'open', 'submodule'],
  ['what nobody can tell', null, file('o'), null, 'open', 'other'],
  ['what git says is open, and is merged', file('b'), file('o'), file('t'), 'merged', 'other'],
];

test.each(ROWS)('%s', (_title, base, ours, theirs, contents, told) => {
  const path = 'f' as RepoPath;
  const conflicts = conflictsOf([], [{ path, sides: { base, ours, theirs }, contents, driver: false }]);
  expect(conflicts.map(({ kind, hasMarkers }) => kind + (hasMarkers ? '+' : '')).join(' ')).toBe(told);
  expect(conflicts.every(({ paths }) => paths.join() === 'f')).toBe(true);
});

test('what has a driver is told as that where it would be no text, and only there', () => {
  const kinds = (ours: MergeSide, contents: UnmergedPath['contents']): readonly string[] =>
    conflictsOf(
      [],
      [
        {
          path: 'f' as RepoPath,
          sides: { base: file('b'), ours, theirs: file('t') },
          contents,
          driver: true,
        },
      ],
    ).map(({ kind }) => kind);
  expect(kinds(file('o'), 'open')).toEqual(['driver']);
  expect(kinds(link('o'), 'open')).toEqual(['link']);
});

test('a path whose name is open is told once, sorted, and not again for its contents', () => {
  const [f, g, h] = ['f', 'g', 'h'] as RepoPath[] as [RepoPath, RepoPath, RepoPath];
  const sides = { base: file('b'), ours: file('o'), theirs: file('t') };
  expect(
    conflictsOf(
      [
        { kind: 'rename/rename', paths: [h, f, g] },
        { kind: 'rename/rename', paths: [f, g, h] },
      ],
      [f, g, h, 'k' as RepoPath].map((path) => ({ path, sides, contents: 'marked', driver: false })),
    ),
  ).toEqual([
    { kind: 'rename/rename', paths: ['f', 'g', 'h'], hasMarkers: false },
    { kind: 'content', paths: ['k'], hasMarkers: true },
  ]);
});
