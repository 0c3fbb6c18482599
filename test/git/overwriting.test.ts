import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RepoPath, TreeId } from '../../src/model/names/ids.ts';
import { CairnError } from '../../src/base/cairnError.ts';
import { refuseOutside } from '../../src/git/workingTree/whyNotHere.ts';
import { whyOutside } from '../../src/model/names/outside.ts';
import type { SavedMeanwhile, WorkingTree, WriteStep } from '../../src/session/ports.ts';
import { treeWith } from '../support/treeWith.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { loadedTree, openTestRepository, type OpenTestRepository } from '../support/openTestRepository.ts';

/** The writer of a working tree by itself: nobody has looked at what it is given. */

const path = (text: string): RepoPath => text as RepoPath;

const HOSTILE = [
  '.git/hooks/pre-commit',
  'sub/.git/config',
  '.GIT/config',
  '.git. /config',
  '.g\u200cit/config',
  'git~1/config',
  '.git::$INDEX_ALLOCATION/config',
  'a\\.git\\config',
  '../beside',
  'a/../../beside',
  'a/./b',
  './b',
  'a//b',
  '/etc/absolute',
  '..\u200d/beside',
  'a/..',
];

test('names that leave a working tree, or lie in git’s own folder, are no files of it; others are', () => {
  expect(HOSTILE.filter((name) => whyOutside(name) === null)).toEqual([]);
  const plain = [
    'a',
    '.gitignore',
    '.github/x',
    '...',
    '..a',
    'a..b',
    'git',
    '.gitmodules',
    'a\\b',
    'x.git',
    'git~2',
  ];
  expect(plain.filter((name) => whyOutside(name) !== null)).toEqual([]);
  // The writer asks by itself, whatever came through the gate before it.
  for (const name of HOSTILE)
    expect(() => refuseOutside([{ path: path(name), kind: 'deleted', before: null, after: null }])).toThrow(
      'machine/cannot-write',
    );
  expect(whyOutside('')).toBe('leaves-root');
  expect(whyOutside('a\0b')).toBe('leaves-root');
});

describe('a tree that nobody has looked at', () => {
  test.each(HOSTILE)('%s is neither written nor removed, and nothing else of its tree is', async (name) => {
    const repo = await gitRepo({ a: 'a' });
    const { at, headTree, repository } = await loadedTree(repo);
    const from = await headTree();
    const blob = await repository.writeBlob(Buffer.from('evil'));
    const plain = await repository.compose(from, new Map([[path('a'), { blob, mode: '100755' as const }]]));
    const hostile = treeWith(repo, plain, name.split('/'), blob);
    await repo.write('../beside', 'theirs');
    const beside = await readFile(join(repo.root, '../beside'), 'utf8');
    const config = await repo.read('.git/config');
    for (const [one, other] of [
      [from, hostile],
      [hostile, from],
    ] as const)
      await expect(at.write(one, other)).rejects.toThrow(CairnError);
    expect([await repo.look('a'), await repo.read('.git/config')]).toEqual(['a', config]);
    expect(await readFile(join(repo.root, '../beside'), 'utf8')).toBe(beside);
    expect(existsSync(join(repo.root, '.git/hooks/pre-commit'))).toBe(false);
  });

  test('a folder that becomes a link while files in it are replaced leads nowhere', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `d/${at}`);
    const { repo, opened, trees, outside } = await withOutside(names);
    let placed = 0;
    const turning = stepping(opened, repo, (step) => {
      if (step !== 'placed' || (placed += 1) !== 3) return;
      renameSync(join(repo.root, 'd'), join(repo.root, 'was'));
      symlinkSync(outside, join(repo.root, 'd'));
    });
    await turning.write(trees.from, trees.to);
    expect(await contentsOf(outside)).toEqual(names.map(() => 'outside'));
    expect((await readdir(outside)).length).toBe(names.length);
  });

  test('nor does one that somebody turns into a link and back all the time', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `d/${at}`);
    const { repo, opened, trees, outside } = await withOutside(names);
    const stop = turnAround(repo.root, outside);
    const at = opened.tree();
    for (let round = 0; round < 4; round += 1) {
      await at.write(trees.from, trees.to).catch(() => {});
      await at.write(trees.to, trees.none).catch(() => {});
    }
    await stop();
    expect(await contentsOf(outside)).toEqual(names.map(() => 'outside'));
    expect((await readdir(outside)).length).toBe(names.length);
  });
});

describe('what is saved while files are replaced', () => {
  const saving: readonly (readonly [WriteStep, string, text: string, disk: string, kept: string | null])[] = [
    ['noted', 'before it is moved', 'saved', 'new', 'saved'],
    ['noted', 'as it will be', 'new', 'new', null],
    ['noted', 'as it will be, but for its mode', 'new +x', 'new', 'new'],
    ['moved', 'in the moment in which nothing lies there', 'saved', 'saved', null],
    ['placed', 'over what was placed', 'saved', 'saved', null],
  ];
  test.each(saving)('%s: %s, it is kept or stays', async (when, _what, saved, disk, keptAs) => {
    const repo = await gitRepo({ a: 'a' });
    const opened = await openTestRepository(repo);
    const { from, to } = await twoTrees(opened, { a: 'new' });
    const tree = stepping(opened, repo, (step) => {
      if (step === when) writeFileSync(join(repo.root, 'a'), saved.replace(' +x', ''));
      if (step === when && saved.endsWith('+x')) chmodSync(join(repo.root, 'a'), 0o755);
    });
    const written = await tree.write(from, to);
    const kept = await releaseAll(opened, tree);
    expect([await repo.look('a'), kept.get('a') ?? null]).toEqual([disk, keptAs]);
    expect(written.stayed).toEqual(when === 'moved' ? ['a'] : []);
    expect(await leftAside(repo)).toEqual([]);
  });

  test('what is written into a file that was moved away is found at the end, and once more after that', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    const opened = await openTestRepository(repo);
    const { from, to } = await twoTrees(opened, { a: 'new', b: null });
    const tree = opened.tree();
    const held = await Promise.all(['a', 'b'].map((name) => open(join(repo.root, name), 'r+')));
    await tree.write(from, to);
    await held[0]?.writeFile('late');
    const kept: string[] = [];
    await tree.release(async (saved) => {
      kept.push(...(await textsOf(opened, saved)));
      if (kept.length === 1) await held[1]?.writeFile('later still');
      return new Set();
    });
    for (const handle of held) await handle.close();
    expect(kept).toEqual(['a: late', 'b: later still']);
    expect([await repo.look('a'), await repo.look('b')]).toEqual(['new', null]);
  });

  test('what may be kept nowhere goes back to where it was saved', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    const opened = await openTestRepository(repo);
    const { from, to } = await twoTrees(opened, { a: 'new', b: null });
    const tree = stepping(opened, repo, (step) => {
      if (step !== 'noted') return;
      writeFileSync(join(repo.root, 'a'), 'secret a');
      writeFileSync(join(repo.root, 'b'), 'secret b');
    });
    await tree.write(from, to);
    expect(await tree.release(async (saved) => new Set(saved.map((file) => file.path)))).toEqual([]);
    expect([await repo.look('a'), await repo.look('b')]).toEqual(['secret a', 'secret b']);
    expect(await leftAside(repo)).toEqual([]);
  });

  test('files that git converts are no edits, and an edit of one is stored as git stores it', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.txt eol=crlf\n*.rot filter=rot\n' });
    await repo.git('config', 'filter.rot.clean', 'tr a-z b-za');
    await repo.git('config', 'filter.rot.smudge', 'tr b-za a-z');
    for (const name of ['a.txt', 'b.txt']) await repo.write(name, 'one\r\ntwo\r\n');
    for (const name of ['a.rot', 'b.rot']) await repo.write(name, 'abc\n');
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'converted');
    const opened = await openTestRepository(repo);
    const { from, to } = await twoTrees(opened, {
      'a.txt': 'x\n',
      'b.txt': 'x\n',
      'a.rot': 'x\n',
      'b.rot': 'x\n',
    });
    const tree = stepping(opened, repo, (step) => {
      if (step !== 'noted') return;
      writeFileSync(join(repo.root, 'b.txt'), 'saved\r\n');
      writeFileSync(join(repo.root, 'b.rot'), 'saved\n');
    });
    await tree.write(from, to);
    const kept = await releaseAll(opened, tree);
    expect(Object.fromEntries(kept)).toEqual({ 'b.rot': 'tbwfe\n', 'b.txt': 'saved\n' });
  });
});

describe('a write that is cut off', () => {
  const CHANGES = { a: 'new', 'd/b': null, c: 'also new', e: 'made' };
  test.each(Array.from({ length: 8 }, (_, at) => at))(
    'after step %i: who comes next finds all of it',
    async (last) => {
      const repo = await gitRepo({ a: 'a', 'd/b': 'b', c: 'c' });
      const opened = await openTestRepository(repo);
      const { from, to } = await twoTrees(opened, CHANGES);
      let steps = 0;
      const dying = stepping(opened, repo, (step) => {
        if (step === 'noted') writeFileSync(join(repo.root, 'c'), 'saved');
        if ((steps += 1) > last) throw new Error('died');
      });
      const died = await dying.write(from, to).then(
        () => false,
        () => true,
      );
      const next = opened.tree();
      await next.putBackCutOff();
      const kept = await releaseAll(opened, next);
      const disk = { a: await repo.look('a'), b: await repo.look('d/b'), c: await repo.look('c') };
      expect(['a', 'new']).toContain(disk.a);
      expect(died ? ['b', null] : [null]).toContain(disk.b);
      expect([disk.c, kept.get('c')]).toContain('saved');
      expect(await repo.git('status', '--short', '--untracked-files=all')).not.toMatch(/cairn/);
      expect(await leftAside(repo)).toEqual([]);
    },
  );
});

test('on a disk of its own, what is moved lies beside, and git sees nothing of it', async () => {
  const elsewhere = await otherDisk();
  if (elsewhere === null) return;
  const repo = await gitRepo({ a: 'a', 'd/b': 'b' });
  const root = join(elsewhere, 'tree');
  await repo.git('worktree', 'add', '-q', '--detach', root);
  const opened = await openTestRepository(repo);
  const { from, to } = await twoTrees(opened, { a: 'new', 'd/b': null });
  let seen = '';
  const tree = opened.repository.workingTree({
    root,
    index: join(opened.repository.commonDir, 'cairn/elsewhere'),
    always: [],
    step(step) {
      if (step === 'noted') writeFileSync(join(root, 'd/b'), 'saved');
      if (step === 'moved')
        seen += `${existsSync(join(root, 'd')) ? readdirSync(join(root, 'd')).join() : ''} `;
    },
  });
  await tree.write(from, to);
  expect(seen).toContain('.cairn-aside');
  expect(await repo.git('-C', root, 'status', '--short', '--untracked-files=all')).toBe(' M a\n D d/b');
  const kept = await releaseAll(opened, tree);
  expect(Object.fromEntries(kept)).toEqual({ 'd/b': 'saved' });
  expect((await readdir(root)).toSorted()).toEqual(['.git', 'a']);
  expect(await readFile(join(root, 'a'), 'utf8')).toBe('new');
});

test('on a disk of its own, a link in the place of the folder beside is not followed: nothing is moved or written', async () => {
  const elsewhere = await otherDisk();
  if (elsewhere === null) return;
  const repo = await gitRepo({ a: 'a', 'd/b': 'b' });
  const root = join(elsewhere, 'tree');
  const outside = join(elsewhere, 'outside');
  await repo.git('worktree', 'add', '-q', '--detach', root);
  await mkdir(outside);
  await writeFile(join(outside, '.gitignore'), 'theirs');
  symlinkSync(outside, join(root, 'd/.cairn-aside'));
  const opened = await openTestRepository(repo);
  const { from, to } = await twoTrees(opened, { 'd/b': null });
  const index = join(opened.repository.commonDir, 'cairn/elsewhere');
  const tree = opened.repository.workingTree({ root, index, always: [] });
  await expect(tree.write(from, to)).rejects.toThrow('machine/cannot-write');
  expect(await contentsOf(outside)).toEqual(['theirs']);
  expect(await readFile(join(root, 'd/b'), 'utf8')).toBe('b');
  expect(await tree.putBackCutOff()).toEqual([]);
  expect(await releaseAll(opened, tree)).toEqual(new Map());
  expect(await contentsOf(outside)).toEqual(['theirs']);
});

interface TwoTrees {
  readonly from: TreeId;
  readonly to: TreeId;
}

/** What HEAD holds, and that with some files changed, made or (null) removed. */
async function twoTrees(
  { repository, headTree }: OpenTestRepository,
  edits: Readonly<Record<string, string | null>>,
): Promise<TwoTrees> {
  const from = await headTree();
  const changes = Object.entries(edits).map(async ([name, text]) => {
    const blob = text === null ? null : await repository.writeBlob(Buffer.from(text));
    return [path(name), blob === null ? null : { blob, mode: '100644' as const }] as const;
  });
  return { from, to: await repository.compose(from, new Map(await Promise.all(changes))) };
}

/** A working tree in which something happens after each step of a write. */
const stepping = (
  { repository }: OpenTestRepository,
  repo: GitRepo,
  step: (step: WriteStep) => void,
): WorkingTree =>
  repository.workingTree({
    root: repo.root,
    index: join(repository.commonDir, 'cairn/stepping'),
    always: [],
    step,
  });

/** These files in a repository, and files of the same names in a folder outside of it. */
async function withOutside(names: readonly string[]): Promise<{
  readonly repo: GitRepo;
  readonly opened: OpenTestRepository;
  readonly trees: TwoTrees & { readonly none: TreeId };
  readonly outside: string;
}> {
  const repo = await gitRepo(Object.fromEntries(names.map((name) => [name, 'inside'])));
  const opened = await openTestRepository(repo);
  const outside = await temporaryFolder();
  for (const name of names) await writeFile(join(outside, name.slice(2)), 'outside');
  const { from, to } = await twoTrees(opened, Object.fromEntries(names.map((name) => [name, 'new'])));
  const none = await twoTrees(opened, Object.fromEntries(names.map((name) => [name, null])));
  return { repo, opened, trees: { from, to, none: none.to }, outside };
}

const contentsOf = async (folder: string): Promise<readonly string[]> =>
  Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));

/** Another process that puts a link in the place of the folder `d`, and the folder back, until it is stopped. */
function turnAround(root: string, outside: string): () => Promise<void> {
  const program = `const fs = require('fs');
    process.chdir(${JSON.stringify(root)});
    let ended = false;
    process.stdin.on('end', () => (ended = true)).resume();
    (function turn() {
      for (let n = 0; n < 50; n += 1) {
        try { fs.renameSync('d', 'was'); fs.symlinkSync(${JSON.stringify(outside)}, 'd'); } catch {}
        try { fs.unlinkSync('d'); } catch {}
        try { fs.renameSync('was', 'd'); } catch {}
      }
      if (!ended) setImmediate(turn);
    })();`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return () =>
    new Promise((resolve) => {
      child.once('close', () => resolve());
      child.stdin.end();
    });
}

/** Lets go of everything; answers what was handed over, by path. */
async function releaseAll(
  opened: OpenTestRepository,
  tree: WorkingTree,
): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  await tree.release(async (saved) => {
    for (const [at, text] of (await textsOf(opened, saved)).entries())
      kept.set(saved[at]?.path ?? '', text.slice((saved[at]?.path.length ?? 0) + 2));
    return new Set();
  });
  return kept;
}

const textsOf = (
  { repository }: OpenTestRepository,
  saved: readonly SavedMeanwhile[],
): Promise<readonly string[]> =>
  Promise.all(
    saved.map(
      async (file) => `${file.path}: ${Buffer.from(await repository.readBlob(file.blob)).toString()}`,
    ),
  );

const leftAside = async (repo: GitRepo): Promise<readonly string[]> =>
  (await readdir(join(repo.root, '.git/cairn'))).filter((name) => name.startsWith('.aside'));

/** A folder on another disk than the tests' own; null where this machine has none. */
async function otherDisk(): Promise<string | null> {
  const here = statSync(await temporaryFolder()).dev;
  for (const folder of ['/dev/shm', '/var/tmp'])
    if (existsSync(folder) && statSync(folder).dev !== here) {
      await mkdir(folder, { recursive: true });
      const made = await mkdtemp(join(folder, 'cairn-disk-'));
      onTestFinished(() => rm(made, { recursive: true, force: true }));
      return made;
    }
  return null;
}
