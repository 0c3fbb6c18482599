import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Merged, Repository } from '../../src/session/ports.ts';
import { gitRepo, openGitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { threeTrees, type ThreeSides } from '../support/threeTrees.ts';
import { A, B, crlf, FAR, lines } from './mergeRow.ts';
import { CLEAN } from './mergesClean.ts';
import { CONFLICTS } from './mergesOpen.ts';
import { THOROUGH } from '../support/thorough.ts';

const LABELS = { ours: 'published', theirs: 'build-2' };

async function mergeOf(repository: Repository, sides: ThreeSides): Promise<Merged> {
  const { base, ours, theirs } = await threeTrees(repository, sides);
  return repository.merge(base, ours, theirs, LABELS);
}

async function markedOf(
  repository: Repository,
  sides: ThreeSides,
): Promise<(path: string) => Promise<string>> {
  const merged = await mergeOf(repository, sides);
  if ('tree' in merged) throw new Error('it merged');
  return (path) => textOf(repository, merged.marked, path);
}

async function textOf(repository: Repository, tree: TreeId, path: string): Promise<string> {
  return Buffer.from((await repository.read(tree, path as RepoPath))!).toString();
}

/** Config of every kind that could run something or merge otherwise. */
const configOf = (run: string, attributes: string): string => `
[merge]
	default = mine
	renames = false
	renameLimit = 1
	directoryRenames = true
	conflictStyle = diff3
	renormalize = true
	verbosity = 0
[merge "mine"]
	driver = "${run}; cp %B %A"
[merge "union"]
	driver = "${run}"
[merge "text"]
	driver = "${run}"
[merge "binary"]
	driver = "${run}"
[diff]
	renames = false
	external = "${run}"
[diff "mine"]
	textconv = "${run}"
	command = "${run}"
[filter "mine"]
	clean = "${run}; cat"
	smudge = "${run}; cat"
[core]
	fsmonitor = "${run}"
	pager = "${run}"
	attributesFile = ${attributes}
	ignoreCase = true
	autocrlf = true
[user]
	name = Ada Test
	email = ada@example.invalid
`;

/** A repository with such config in every place that git looks at, and attributes in every place but a tree. */
async function configured(): Promise<{ repo: GitRepo; env: Record<string, string>; ran: string }> {
  const repo = await gitRepo({ a: 'a' });
  const folder = openGitRepo(await temporaryFolder());
  const at = (path: string): string => join(folder.root, path);
  const run = `touch '${at('ran')}'`;
  await folder.write('config', configOf(run, at('git/attributes')));
  for (const attributes of [
    folder.write('git/attributes', '* merge=union\n'),
    repo.write('.git/info/attributes', '* merge=union\n'),
  ])
    await attributes;
  await repo.write('.gitattributes', '* merge=mine diff=mine filter=mine\n');
  await repo.git('config', 'include.path', at('config'));
  const env = {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'merge.default',
    GIT_CONFIG_VALUE_0: 'mine',
    GIT_CONFIG_KEY_1: 'merge.mine.driver',
    GIT_CONFIG_VALUE_1: run,
    GIT_CONFIG_PARAMETERS: `'merge.renames=false' 'merge.default=mine'`,
    GIT_CONFIG_GLOBAL: at('config'),
    GIT_CONFIG_SYSTEM: at('config'),
    GIT_CONFIG_NOSYSTEM: '',
    XDG_CONFIG_HOME: folder.root,
    GIT_EXTERNAL_DIFF: run,
    GIT_MERGE_VERBOSITY: '0',
    GIT_ATTR_SOURCE: 'HEAD',
  };
  return { repo, env, ran: at('ran') };
}

test('no configuration, no attributes but those of the tip and no environment has a say in a merge, and nothing of anybody runs', async () => {
  const { repo, env, ran } = await configured();
  const { repository } = await openTestRepository(repo, { env });
  const plain = (await openTestRepository(await gitRepo({ a: 'a' }))).repository;
  for (const [title, row] of Object.entries({ ...CLEAN, ...CONFLICTS }))
    expect(await mergeOf(repository, row), title).toEqual(await mergeOf(plain, row));
  expect(existsSync(ran)).toBe(false);
});

test('markers name the sides as they are called, with the name that each has where one side renamed the file', async () => {
  const { repository } = await openTestRepository(await gitRepo({ a: 'a' }));
  const around = (open: string, close: string): string =>
    lines('', { 3: `<<<<<<< ${open}\nA\n=======\nB\n>>>>>>> ${close}` });
  const same = await markedOf(repository, { base: { f: lines() }, ours: { f: A }, theirs: { f: B } });
  expect(await same('f')).toBe(around('published', 'build-2'));
  const renamed = await markedOf(repository, {
    base: { f: lines() },
    ours: { f: null, g: A },
    theirs: { f: B },
  });
  expect(await renamed('g')).toBe(around('published:g', 'build-2:f'));
  const dos = await markedOf(repository, {
    base: { f: crlf(lines()) },
    ours: { f: crlf(A) },
    theirs: { f: crlf(B) },
  });
  expect(await dos('f')).toBe(crlf(around('published', 'build-2')));
});

test('attributes change neither the length of markers nor what is laid for a file without them', async () => {
  const { repository } = await openTestRepository(await gitRepo({ a: 'a' }));
  const attributes = 'f conflict-marker-size=30\n* conflict-marker-size=3\ng merge=mine\n';
  const marked = await markedOf(repository, {
    base: { f: lines(), g: lines(), h: lines(), '.gitattributes': attributes },
    ours: { f: A, g: A, h: A },
    theirs: { f: B, g: FAR, h: FAR },
  });
  expect((await marked('f')).split('\n')[3]).toBe('<<<<<<< published');
  expect(await marked('g')).toBe(A);
  expect(await marked('h')).toBe(lines('', { 3: 'A', 15: 'far' }));
  expect(await marked('.gitattributes')).toBe(attributes);
});

test('phases may be called as files of git are', async () => {
  const { repository } = await openTestRepository(await gitRepo({ a: 'a' }));
  const { base, ours, theirs } = await threeTrees(repository, {
    base: { f: lines() },
    ours: { f: A },
    theirs: { f: B },
  });
  for (const name of [
    'config',
    'objects',
    'head',
    'refs',
    'heads',
    'merge',
    'deadbeef',
    'v1-2-gabcdef0',
    'master',
  ]) {
    const merged = await repository.merge(base, ours, theirs, { ours: 'published', theirs: name });
    if ('tree' in merged) throw new Error('it merged');
    expect(await textOf(repository, merged.marked, 'f')).toContain(`\n>>>>>>> ${name}\n`);
  }
});

test('names of every kind are merged and told as they are', async () => {
  const { repository } = await openTestRepository(await gitRepo({ a: 'a' }));
  const names = [
    'two\nlines',
    '"quoted"',
    "it's",
    'tab\there',
    ' spaces ',
    'é',
    'byte\udcff',
    'd\udcfe/x',
    '-c',
    '日本',
  ];
  const files = (text: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, text]));
  const sides = { base: files(lines()), ours: files(A), theirs: files(B) };
  const merged = await mergeOf(repository, sides);
  expect('conflicts' in merged && merged.conflicts.flatMap(({ paths }) => paths).sort()).toEqual(
    [...names].sort(),
  );
  expect('conflicts' in merged && merged.conflicts.every(({ hasMarkers }) => hasMarkers)).toBe(true);
  const clean = await mergeOf(repository, { ...sides, theirs: files(FAR) });
  expect('tree' in clean && (await repository.list(clean.tree, '')).map(({ path }) => path).sort()).toEqual(
    [...names].sort(),
  );
  const driver = await mergeOf(repository, {
    ...sides,
    base: { ...sides.base, 'd\udcfe/.gitattributes': 'x merge=mine\n' },
  });
  expect('conflicts' in driver && driver.conflicts.filter(({ kind }) => kind === 'driver')).toEqual([
    { kind: 'driver', paths: ['d\udcfe/x'], hasMarkers: false },
  ]);
});

test('a hundred conflicts are told, each once, and what merged beside them is in the tree', async () => {
  const { repository } = await openTestRepository(await gitRepo({ a: 'a' }));
  const files = (text: (at: number) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 100 }, (_value, at) => [`d${at % 7}/f${at}`, text(at)]));
  const merged = await mergeOf(repository, {
    base: { ...files((at) => lines(`${at}`)), k: lines() },
    ours: { ...files((at) => lines(`${at}`, { 3: 'A' })), k: A },
    theirs: { ...files((at) => lines(`${at}`, { 3: 'B' })), k: FAR },
  });
  if ('tree' in merged) throw new Error('it merged');
  expect(new Set(merged.conflicts.map(({ kind, paths }) => `${kind} ${paths.join()}`)).size).toBe(100);
  expect(merged.conflicts).toHaveLength(100);
  expect(await textOf(repository, merged.marked, 'k')).toBe(lines('', { 3: 'A', 15: 'far' }));
});

test('a huge file merges, and one that is huge and binary is told', THOROUGH, async () => {
  const { repository } = await openTestRepository(await gitRepo({ a: 'a' }));
  const huge = `${'0123456789abcdef'.repeat(8)}\n`.repeat(100_000);
  const clean = await mergeOf(repository, {
    base: { f: huge },
    ours: { f: `A\n${huge}` },
    theirs: { f: `${huge}B\n` },
  });
  expect('tree' in clean && (await textOf(repository, clean.tree, 'f')) === `A\n${huge}B\n`).toBe(true);
  const bytes = (first: number): Buffer => Buffer.alloc(20_000_000).fill(first, 0, 9);
  const binary = await mergeOf(repository, {
    base: { f: bytes(1) },
    ours: { f: bytes(2) },
    theirs: { f: bytes(3) },
  });
  expect('conflicts' in binary && binary.conflicts).toEqual([
    { kind: 'binary', paths: ['f'], hasMarkers: false },
  ]);
});
