import { expect, test } from 'vitest';
import type { RepoPath } from '../../../src/model/names/ids.ts';
import {
  planOverwrite,
  type OverwritePlan,
  type OverwritePolicy,
  type PathFacts,
} from '../../../src/model/plan/planOverwrite.ts';

type Uncaptured = OverwritePolicy['uncaptured'];

/** A captured file that is replaced. */
const plain: PathFacts = {
  path: 'a/b.txt' as RepoPath,
  removed: false,
  submodule: false,
  held: true,
  notCaptured: null,
  normalised: false,
  there: 'file',
  large: false,
  unkept: null,
  above: [{ path: 'a', kind: 'folder' }],
};
const ignored = { held: false } as const;
const nothing = { written: [], removed: [], rescuedFirst: [], skipped: [], spared: [], refused: [] };

/** What becomes of the one path `a/b.txt`. */
type Said = Partial<OverwritePlan>;
/** For whoever rescues, skips, refuses. */
type Row = readonly [string, Partial<PathFacts>, Readonly<Record<Uncaptured, Said>>];

const { path } = plain;
const written: Said = { written: [path] };
const removed: Said = { removed: [path] };
const rescued: Said = { written: [path], rescuedFirst: [path] };
const refused = (why: string): Said => ({ refused: [{ path, why }] });
const skipped = (why: string): Said => ({ skipped: [{ path, why }] });
const uncaptured = (why: string): Said => skipped(`what lies there was not captured: ${why}`);

const rows: readonly Row[] = [
  ['captured: written over', {}, { rescue: written, skip: written, refuse: written }],
  ['nothing there', { held: false, there: null }, { rescue: written, skip: written, refuse: written }],
  [
    'ignored by git',
    ignored,
    { rescue: rescued, skip: uncaptured('git ignores it'), refuse: refused('git ignores it') },
  ],
  [
    'too large to be captured',
    { ...ignored, large: true, notCaptured: 'larger than 10 MB' },
    { rescue: rescued, skip: uncaptured('larger than 10 MB'), refuse: refused('larger than 10 MB') },
  ],
  [
    'with a secret in it',
    { ...ignored, notCaptured: 'a key', unkept: 'it holds a secret' },
    {
      rescue: skipped('it holds a secret, so no rescue keeps it'),
      skip: uncaptured('a key'),
      refuse: refused('a key'),
    },
  ],
  [
    'marked, so that git does not look: in the tree as something else',
    { notCaptured: 'marked skip-worktree' },
    {
      rescue: skipped('not captured: marked skip-worktree'),
      skip: uncaptured('marked skip-worktree'),
      refuse: refused('marked skip-worktree'),
    },
  ],
  [
    'bytes that git would not give back: a rescue has them raw',
    { normalised: true },
    { rescue: written, skip: written, refuse: refused('git would not give back its bytes') },
  ],
  [
    'a folder lies there',
    { ...ignored, there: 'folder' },
    {
      rescue: skipped('a folder is in the way'),
      skip: uncaptured('git ignores it'),
      refuse: refused('git ignores it'),
    },
  ],
  [
    'below a link',
    { ...ignored, there: null, above: [{ path: 'a', kind: 'link' }] },
    { rescue: skipped('a is a link'), skip: written, refuse: written },
  ],
  [
    'below a file',
    { ...ignored, there: null, above: [{ path: 'a', kind: 'file' }] },
    { rescue: skipped('the file a is in the way'), skip: written, refuse: written },
  ],
  [
    'below what is no folder',
    { ...ignored, there: null, above: [{ path: 'a', kind: 'special' }] },
    { rescue: skipped('a is not a folder'), skip: written, refuse: written },
  ],
  [
    'a submodule',
    { submodule: true },
    { rescue: skipped('it is a submodule'), skip: written, refuse: written },
  ],
  [
    'removed below a link: git does not follow it',
    { removed: true, above: [{ path: 'a', kind: 'link' }] },
    { rescue: removed, skip: removed, refuse: removed },
  ],
  [
    'removed and ignored by git',
    { ...ignored, removed: true },
    {
      rescue: { removed: [path], rescuedFirst: [path] },
      skip: uncaptured('git ignores it'),
      refuse: refused('git ignores it'),
    },
  ],
];

const cases = rows.flatMap(([what, facts, said]) =>
  (['rescue', 'skip', 'refuse'] as const).map((policy) => [what, policy, facts, said[policy]] as const),
);

test.each(cases)('%s (%s)', (_what, policy, facts, said) => {
  expect(planOverwrite([{ ...plain, ...facts }], policy)).toEqual({ ...nothing, ...said });
});

test('what is spared stays where something is on disk, whatever else speaks against it', () => {
  const why = 'it was in no checkpoint before the restore, and stays';
  const staying = { spared: new Set<string>([path]), notRemoved: new Set<string>() };
  expect(planOverwrite([{ ...plain, submodule: true }], 'rescue', staying)).toEqual({
    ...nothing,
    ...skipped(why),
    spared: [path],
  });
  expect(planOverwrite([{ ...plain, there: null }], 'rescue', staying)).toEqual({ ...nothing, ...written });
});

test('what appeared since a restore was cut off is written over, never removed, and not told', () => {
  const staying = { spared: new Set<string>(), notRemoved: new Set<string>([path]) };
  expect(planOverwrite([{ ...plain, removed: true }], 'rescue', staying)).toEqual(nothing);
  expect(planOverwrite([plain], 'rescue', staying)).toEqual({ ...nothing, ...written });
});

test('what the same plan removes first is in nobody’s way', () => {
  const link = { ...plain, path: 'a' as RepoPath, removed: true, there: 'link', above: [] } as const;
  const below = { ...plain, held: false, there: null, above: [{ path: 'a', kind: 'link' }] } as const;
  expect(planOverwrite([link, below], 'rescue')).toEqual({ ...nothing, removed: ['a'], written: [path] });
  const inside = { ...plain, path: 'a/b.txt/c' as RepoPath, removed: true };
  expect(planOverwrite([inside, { ...plain, held: false, there: 'folder' }], 'rescue')).toEqual({
    ...nothing,
    removed: [inside.path],
    written: [path],
  });
});

test('paths come in the order in which they were looked at, spared ones among the skipped', () => {
  const [b, c] = [
    { ...plain, path: 'b' as RepoPath },
    { ...plain, path: 'c' as RepoPath },
  ];
  const facts = [{ ...b, submodule: true }, plain, { ...c, submodule: true }];
  const staying = { spared: new Set<string>([path]), notRemoved: new Set<string>() };
  expect(planOverwrite(facts, 'rescue', staying).skipped.map((left) => left.path)).toEqual(['b', path, 'c']);
});
