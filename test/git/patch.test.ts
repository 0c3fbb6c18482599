import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CommitId, RepoPath } from '../../src/model/names/ids.ts';
import { openRepository } from '../../src/git/openRepository.ts';
import type { Repository } from '../../src/session/ports.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { silentLog } from '../support/silentLog.ts';

const ODD = 'ä"\\\n.txt';

interface Stage {
  readonly repo: GitRepo;
  readonly repository: Repository;
  readonly from: CommitId;
}

/** A commit, and something of every kind on top of it on disk. */
async function stage(): Promise<Stage> {
  const repo = await gitRepo({
    'old.txt': 'one\ntwo\n',
    'a b.txt': 'x\n',
    [ODD]: 'x\n',
    'run.sh': 'echo\n',
    'data.bin': Uint8Array.of(0, 1),
    'becomes link': 'text\n',
    'same tail.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9',
    'untouched.txt': 'u\n',
  });
  const from = (await repo.git('rev-parse', 'HEAD')) as CommitId;
  await repo.remove('old.txt');
  await repo.write('a b.txt', 'y\n');
  await repo.write(ODD, 'y\n');
  await repo.write('run.sh', 'echo\n', 0o755);
  await repo.write('new.txt', 'three', 0o755);
  await repo.write('empty.txt', '');
  await repo.write('data.bin', Uint8Array.of(0, 2));
  await repo.write('same tail.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  await repo.remove('becomes link');
  await symlink('new.txt', join(repo.root, 'becomes link'));
  await symlink('nowhere', join(repo.root, 'new link'));
  const repository = await openRepository(repo.root, { log: silentLog, env: repo.env });
  onTestFinished(() => repository.dispose());
  return { repo, repository, from };
}

const CHANGED = [
  'a b.txt',
  'becomes link',
  'data.bin',
  'empty.txt',
  'new link',
  'new.txt',
  'old.txt',
  'run.sh',
  'same tail.txt',
  ODD,
] as RepoPath[];

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
/** As git itself prints it for what was added to an index. */
const asGit = (repo: GitRepo): Promise<string> =>
  repo.git('-c', 'core.quotePath=false', 'diff', '--cached', '--no-renames');

test('the patch of files on disk is what git prints of them, and nothing is written into the repository', async () => {
  const { repo, repository, from } = await stage();
  const before = await repo.git('count-objects', '-v');
  const status = await repo.git('status', '--porcelain');
  const patch = textOf(await repository.patch(from, { root: repo.root }, CHANGED));
  expect(await repo.git('count-objects', '-v')).toBe(before);
  expect(await repo.git('status', '--porcelain')).toBe(status);
  await repo.git('add', '-A');
  expect(patch.trimEnd()).toBe((await asGit(repo)).trimEnd());
});

test('the patch of two trees is what git prints of them; only the paths that were asked for are in it', async () => {
  const { repo, repository, from } = await stage();
  await repo.git('add', '-A');
  const expected = await asGit(repo);
  await repo.git('commit', '-q', '-m', 'next');
  const tree = (await repo.git('rev-parse', 'HEAD')) as CommitId;
  expect(textOf(await repository.patch(from, { tree }, CHANGED)).trimEnd()).toBe(expected.trimEnd());
  expect(textOf(await repository.patch(from, { tree }, ['run.sh' as RepoPath]))).toBe(
    'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n',
  );
  expect(await repository.patch(from, { tree }, [])).toHaveLength(0);
});

test("nobody's config and no program of anybody's has a say in it", async () => {
  const { repo, repository, from } = await stage();
  const expected = textOf(await repository.patch(from, { root: repo.root }, CHANGED));
  const ran = join(repo.root, '..', 'ran');
  await writeFile(join(repo.root, '.git/info/attributes'), '* diff=evil\n');
  for (const [key, value] of [
    ['diff.evil.textconv', `touch '${ran}'; cat`],
    ['diff.evil.command', `touch '${ran}'`],
    ['diff.external', `touch '${ran}'`],
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.context', '0'],
    ['diff.renames', 'copies'],
    ['diff.autoRefreshIndex', 'false'],
    ['diff.submodule', 'log'],
    ['color.diff', 'always'],
  ] as const)
    await repo.git('config', key, value);
  expect(textOf(await repository.patch(from, { root: repo.root }, CHANGED))).toBe(expected);
  expect(existsSync(ran)).toBe(false);
});

test('line ends that git converts are no difference, and what is no file holds nothing up', async () => {
  const { repo, repository, from } = await stage();
  await repo.git('config', 'core.autocrlf', 'true');
  await repo.write('untouched.txt', 'u\r\n');
  execFileSync('mkfifo', [join(repo.root, 'pipe')]);
  await repo.write('folder/inside.txt', 'x\n');
  const paths = ['folder', 'pipe', 'untouched.txt'] as RepoPath[];
  expect(textOf(await repository.patch(from, { root: repo.root }, paths))).toBe('');
});

test('more paths than fit into the arguments of one process come in their order', async () => {
  const { repo, repository, from } = await stage();
  const names = Array.from(
    { length: 600 },
    (_, n) => `long/${'n'.repeat(100)}/${String(n).padStart(4, '0')}`,
  );
  for (const name of names) await repo.write(name, `${name}\n`);
  const patch = textOf(await repository.patch(from, { root: repo.root }, names as RepoPath[]));
  expect([...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, name]) => name)).toEqual(names);
});
