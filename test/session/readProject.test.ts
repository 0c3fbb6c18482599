import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFiles } from '../../src/files/createFiles.ts';
import { MOST_FILE_BYTES } from '../../src/model/checkpoint/mostBytes.ts';
import type { Repository } from '../../src/session/ports.ts';
import { readProject } from '../../src/session/open/readProject.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { inWords } from '../support/projectFacts.ts';

const PACKAGE = JSON.stringify({ scripts: { test: 'node --test' }, dependencies: { a: '1' } });
const none = { setup: [], checks: [], doubts: [] };

async function opened(files: Readonly<Record<string, string>>) {
  const repo = await gitRepo({ 'README.md': 'hello\n', ...files });
  const { repository, head } = await openTestRepository(repo);
  return { repo, repository, head: await head() };
}

const disk = (repository: Repository) =>
  readProject({ files: createFiles(), repository }, null).then(inWords);
const tree = async (repository: Repository, at: Parameters<typeof readProject>[1]) =>
  inWords(await readProject({ files: createFiles(), repository }, at));

test('a project is read as it is in a commit, or as it is on disk', async () => {
  const { repo, repository, head } = await opened({
    'package.json': PACKAGE,
    '.gitignore': 'node_modules/\n',
  });
  await repo.write('package.json', JSON.stringify({ scripts: { test: 'exit 0' } }));
  await repo.write('Makefile', 'test: all\n\tcc\n');
  expect(await tree(repository, head)).toEqual({
    ...none,
    setup: ['npm install --no-package-lock'],
    checks: ['test: npm test'],
  });
  expect(await disk(repository)).toEqual({
    ...none,
    checks: ['test: make test'],
    doubts: ['says-nothing npm test'],
  });
});

test('what git ignores is what git says, by whatever file of it, also where the folder is not there yet', async () => {
  const { repo, repository, head } = await opened({ 'package.json': PACKAGE, 'Cargo.toml': '' });
  expect((await tree(repository, head)).doubts).toEqual([
    'not-ignored npm install --no-package-lock node_modules/',
    'not-ignored cargo test target/',
  ]);
  await repo.write('.git/info/exclude', 'node_*\n/tar[gG]et/\n');
  expect((await tree(repository, head)).doubts).toEqual([]);
});

test('files below the root are none of the project, a file of the root is', async () => {
  const { repository, head } = await opened({
    'web/package.json': PACKAGE,
    'a/b.sln': '',
    'c.sln': '',
    '.gitignore': 'bin\nobj\n',
  });
  const found = { ...none, setup: ['dotnet restore'], checks: ['test: dotnet test'] };
  expect(await tree(repository, head)).toEqual(found);
  expect(await disk(repository)).toEqual(found);
});

const unread = { ...none, doubts: ['unreadable package.json'] };
const LARGE = `{"scripts": {"test": "x"}}${' '.repeat(MOST_FILE_BYTES)}`;

test.each<[string, (repo: GitRepo) => Promise<unknown>]>([
  ['larger than any', (repo) => repo.write('package.json', LARGE)],
  ['not text', (repo) => repo.write('package.json', Buffer.from([0x7b, 0xff, 0x7d]))],
  [
    'a link out',
    async (repo) => {
      const outside = join(await temporaryFolder(), 'package.json');
      await repo.link('package.json', outside);
    },
  ],
  ['a link to a file beside', (repo) => repo.link('package.json', 'README.md')],
])('a manifest that is %s is not read, and that is said', async (_name, make) => {
  const { repo, repository } = await opened({});
  await make(repo);
  expect(await disk(repository)).toEqual(unread);
  await repo.commit('odd');
  expect(await tree(repository, (await repository.resolve('HEAD')) as never)).toEqual(unread);
});

test('a pipe and a folder in the place of a manifest hold up nobody', async () => {
  const { repo, repository } = await opened({});
  execFileSync('mkfifo', [join(repo.root, 'package.json')]);
  await repo.write('Makefile/test', '');
  expect(await disk(repository)).toEqual({
    ...none,
    doubts: ['unreadable package.json', 'unreadable Makefile'],
  });
});

test('nothing of it is run', async () => {
  const { repo, repository, head } = await opened({
    Makefile: 'X := $(shell touch ran)\ntest: all\n\ttouch ran\n',
    justfile: 'x := `touch ran`\ntest:\n  touch ran\n',
    'conftest.py': 'open("ran", "w")\n',
    'package.json': JSON.stringify({ scripts: { test: 'touch ran', pretest: 'touch ran' } }),
    '.gitignore': '.venv\n',
  });
  await disk(repository);
  await tree(repository, head);
  expect(await repo.look('ran')).toBeNull();
});
