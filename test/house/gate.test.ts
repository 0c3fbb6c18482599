import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = globSync('src/**/*.ts')
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  .toSorted((one, other) => (one.file < other.file ? -1 : 1));
const naming = (what: RegExp): readonly string[] =>
  sources.filter(({ text }) => what.test(text)).map(({ file }) => file);

/** Whatever gives git, or an index, the files of a tree, and where that tree came through the gate. */
const GIVERS: Readonly<Record<string, RegExp>> = {
  // Parent and tree.
  'src/git/commitAsPerson.ts':
    /tree: Passed<TreeId>;[^]*parent: Passed<CommitId>; readonly commits: readonly PersonsCommit\[\]/,
  'src/git/merge/mergeTrees.ts':
    /gate\.pass\(base\).*gate\.pass\(ours\).*gate\.pass\(theirs\)[^]*gate\.pass\(said\.tree/,
  'src/git/patch.ts': /from: Passed<CommitId \| TreeId>/,
  // Looks at the files of entries that are there.
  'src/git/workingTree/doubts.ts': /'update-index', '-q', '--refresh'/,
  'src/git/workingTree/privateIndex.ts': /load<T>\(\s*at: Passed<CommitId \| TreeId>/,
  // Entries of an index that is there, or the edits between two trees of which `load` and `takePaths` say where they come from.
  'src/git/workingTree/putEntries.ts': /entries: Edits/,
  'src/git/workingTree/reset.ts': /commit: Passed<CommitId>/,
  // Of an index that was loaded with a tree that passed, for `write` alone.
  'src/git/workingTree/stageFiles.ts': /checkout-index/,
  // An index of a few paths of a tree that the private one holds, and what git itself took from the disk.
  'src/git/workingTree/take.ts': /held: TreeId/,
  'src/git/worktrees.ts': /at: Passed<CommitId>/,
};

it('whatever git writes to a disk or loads into an index is a tree that came through the gate', () => {
  const commands =
    /'(read-tree|checkout-index|checkout|merge-tree|switch|reset|stash|sparse-checkout|mktree|update-index)'|'--cacheinfo'|'--index-info'|'worktree',\s+'add'/;
  expect(naming(commands).filter((file) => file.startsWith('src/git/'))).toEqual(Object.keys(GIVERS));
  for (const [file, passed] of Object.entries(GIVERS))
    expect(sources.find((source) => source.file === file)?.text).toMatch(passed);
  expect(naming(/\b(putEntries|putDated)\(/)).toEqual([
    'src/git/workingTree/privateIndex.ts',
    'src/git/workingTree/putEntries.ts',
    'src/git/workingTree/take.ts',
  ]);
  // Nobody else has git.
  expect(naming(/'(read-tree|checkout-index|merge-tree|update-index)'/)).toEqual(
    Object.keys(GIVERS).filter((file) => file !== 'src/git/worktrees.ts'),
  );
});

it('what git took from the disk is looked at before it is a tree of ours', () => {
  expect(naming(/\btakePaths\(/)).toEqual(['src/git/workingTree/capture.ts', 'src/git/workingTree/take.ts']);
  const capture = sources.find(({ file }) => file === 'src/git/workingTree/capture.ts')?.text;
  expect(capture).toMatch(/takePaths\([^]*safeAfter\([^]*gate\.unsafe\(tree\)/);
});

it('files are made for trees that passed alone', () => {
  expect(naming(/\bstageFiles\(/)).toEqual([
    'src/git/workingTree/stageFiles.ts',
    'src/git/workingTree/write.ts',
  ]);
  const write = sources.find(({ file }) => file === 'src/git/workingTree/write.ts')?.text;
  expect(write).toMatch(/from: Passed<TreeId>,\s+to: Passed<TreeId>/);
});

it('nobody but the gate says that a tree passed', () => {
  expect(naming(/\bas Passed</)).toEqual(['src/git/gate.ts']);
  expect(naming(/passedBefore\(/)).toEqual(['src/git/gate.ts', 'src/git/workingTree/privateIndex.ts']);
});
