import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MergeConflict } from '../../src/model/merge/conflict.ts';
import type { RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Repository, TreeEntry } from '../../src/session/ports.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { runsOf } from '../support/seeds.ts';
import { mergedByGit, threeTrees, type ThreeSides, type TreeFile } from '../support/threeTrees.ts';
import { lines } from './mergeRow.ts';

const PATHS = ['a', 'b', 'd', 'd/a', 'd/b', 'e/a', 'é\n"'];
const path = fc.constantFrom(...PATHS);
const changed = fc.dictionary(fc.constantFrom('2', '3', '9', '15'), fc.constantFrom('A', 'B'), {
  maxKeys: 2,
});

/** A file of ten texts: many are alike, so that git takes one for another that was renamed. */
const alike: fc.Arbitrary<TreeFile> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('x', 'y'), changed).map(([name, at]) => lines(name, at)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('x', 'y'), changed).map(([name, at]) => ({ run: lines(name, at) })),
  },
  { weight: 1, arbitrary: fc.constantFrom('a', 'b').map((link) => ({ link })) },
  { weight: 1, arbitrary: fc.constantFrom('1', '2', '3').map((digit) => ({ submodule: digit.repeat(40) })) },
  { weight: 1, arbitrary: fc.constantFrom('a\0', 'b\0', 'c\0') },
);
const attributes = fc.constantFrom(
  'a merge=union\n',
  '* -merge\n',
  'd/* merge=mine\n',
  '*\tmerge=text\n',
  '[attr]m merge=x\na m\n',
);

type Side = Readonly<Record<string, TreeFile | null>>;
const sideOf = (file: fc.Arbitrary<TreeFile>): fc.Arbitrary<Side> =>
  fc.dictionary(path, fc.option(file, { nil: null, freq: 3 }), { minKeys: 1, maxKeys: 5 });

/** Where one would have to be a folder of the other the second of two files is left out. */
function fit<T>(files: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const kept: [string, T][] = [];
  for (const [name, file] of Object.entries(files))
    if (!kept.some(([other]) => other.startsWith(`${name}/`) || name.startsWith(`${other}/`)))
      kept.push([name, file]);
  return Object.fromEntries(kept);
}

const sides = (file: fc.Arbitrary<TreeFile>): fc.Arbitrary<ThreeSides> =>
  fc
    .tuple(fc.dictionary(path, file, { minKeys: 1, maxKeys: 6 }), sideOf(file), sideOf(file))
    .map(([base, ours, theirs]) => ({ base: fit(base), ours: fit(ours), theirs: fit(theirs) }));

async function opened(): Promise<{ repository: Repository; byGit: Awaited<ReturnType<typeof mergedByGit>> }> {
  const repo = await gitRepo({ a: 'a' });
  return { repository: (await openTestRepository(repo)).repository, byGit: await mergedByGit(repo) };
}

/** Every `B` becomes a line that this side alone has, and at this path alone. */
const signed = (side: Side, by: string): Side =>
  Object.fromEntries(
    Object.entries(side).map(([name, file]) => {
      const text = (of: string): string => of.replaceAll(/^B$/gm, `B of ${by} at ${JSON.stringify(name)}`);
      if (typeof file === 'string') return [name, text(file)];
      return [name, file !== null && 'run' in file ? { run: text(file.run) } : file];
    }),
  );

const signatures = (text: string): readonly string[] => text.match(/^B of .*$/gm) ?? [];

test('whatever three trees hold, their merge is the tree that git alone makes of them, with every line that a side added, or a conflict', async () => {
  const { repository, byGit } = await opened();
  const withAttributes = fc.tuple(sides(alike), fc.option(attributes, { nil: null, freq: 2 }));
  await fc.assert(
    fc.asyncProperty(withAttributes, async ([{ base, ours, theirs }, rules]) => {
      const trees = await threeTrees(repository, {
        base: rules === null ? base : { ...base, '.gitattributes': rules },
        ours: signed(ours, 'ours'),
        theirs: signed(theirs, 'theirs'),
      });
      const merged = await repository.merge(trees.base, trees.ours, trees.theirs);
      const alone = await byGit(trees);
      if ('tree' in merged) {
        expect(merged.tree).toBe(alone);
        const [text, ...added] = await Promise.all(
          [merged.tree, trees.ours, trees.theirs].map((tree) => textOf(repository, tree)),
        );
        for (const line of added.flatMap(signatures)) expect(text).toContain(line);
      } else {
        const all = [trees.base, trees.ours, trees.theirs];
        if (alone !== 'conflict') await expectStricter(repository, all, merged.conflicts);
        await expectTold(repository, all, merged);
      }
    }),
    { numRuns: runsOf(30, 300) },
  );
});

/** All that the files of a tree hold. */
async function textOf(repository: Repository, tree: TreeId): Promise<string> {
  const files = (await repository.list(tree, '')).filter(({ mode }) => mode !== '160000');
  const texts = await Promise.all(files.map(({ blob }) => repository.readBlob(blob)));
  return Buffer.concat(texts).toString();
}

/** What git alone merges is told for a driver, or where something else than a file was moved. */
async function expectStricter(
  repository: Repository,
  trees: readonly TreeId[],
  conflicts: readonly MergeConflict[],
): Promise<void> {
  for (const { kind, paths } of conflicts) {
    const sides = await Promise.all(trees.map((tree) => repository.entry(tree, paths[0]!)));
    expect(kind === 'driver' || sides.some((side) => side !== null && !side.mode.startsWith('100'))).toBe(
      true,
    );
  }
}

/** Each conflict names what is there, and says rightly whether it can be solved in the file. */
async function expectTold(
  repository: Repository,
  trees: readonly TreeId[],
  { conflicts, marked }: { readonly conflicts: readonly MergeConflict[]; readonly marked: TreeId },
): Promise<void> {
  expect(conflicts).not.toEqual([]);
  const there = (await Promise.all(trees.map((tree) => repository.list(tree, ''))))
    .flat()
    .map(({ path }) => path);
  for (const { paths, hasMarkers, kind } of conflicts) {
    expect(paths).not.toEqual([]);
    expect(kind).not.toBe('other');
    for (const one of paths)
      expect(there.some((file) => file === one || file.startsWith(`${one}/`))).toBe(true);
    if (!hasMarkers) continue;
    const bytes = await repository.read(marked, paths[0]!);
    expect(Buffer.from(bytes!).toString()).toMatch(/^<{7,} ours[^]*^={7,}$[^]*^>{7,} theirs/m);
  }
}

test('where no file is like another, each path is as the one side has it that changed it, and where both did texts are joined, or a conflict is told', async () => {
  const { repository } = await opened();
  /** Contents that name their path: nothing is taken for a rename. */
  const own = (name: string, file: TreeFile): TreeFile => {
    const text = (of: string): string =>
      of.replaceAll(/ [xy]$/gm, ` ${name}`).replace(/^(\w)\0/, `$1\0${name}`);
    if (typeof file === 'string') return text(file);
    if ('run' in file) return { run: text(file.run) };
    return 'link' in file ? { link: `${file.link} ${name}` } : file;
  };
  const owned = (side: Side): Side =>
    Object.fromEntries(Object.entries(side).map(([name, file]) => [name, file && own(name, file)]));
  await fc.assert(
    fc.asyncProperty(sides(alike), async ({ base, ours, theirs }) => {
      const trees = await threeTrees(repository, {
        base: owned(base) as ThreeSides['base'],
        ours: owned(ours),
        theirs: owned(theirs),
      });
      const merged = await repository.merge(trees.base, trees.ours, trees.theirs);
      const [before, mine, other] = await Promise.all(
        [trees.base, trees.ours, trees.theirs].map((tree) => entries(repository, tree)),
      );
      if (!('tree' in merged)) return;
      const after = await entries(repository, merged.tree);
      const all = new Set([before, mine, other].flatMap((side) => [...side!.keys()]));
      for (const one of all) {
        const [b, o, t, m] = [before, mine, other, after].map((side) => side!.get(one));
        if (o === t || b === t) expect(m).toBe(o);
        else if (b === o) expect(m).toBe(t);
        else expect([b, o, t].every((side) => side?.startsWith('100'))).toBe(true);
      }
      expect([...after.keys()].every((one) => all.has(one))).toBe(true);
    }),
    { numRuns: runsOf(60, 1000) },
  );
});

/** Mode and contents by path. */
async function entries(repository: Repository, tree: TreeId): Promise<ReadonlyMap<RepoPath, string>> {
  const list: readonly TreeEntry[] = await repository.list(tree, '');
  return new Map(list.map(({ path, mode, blob }) => [path, `${mode} ${blob}`]));
}
