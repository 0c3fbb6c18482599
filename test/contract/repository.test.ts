import { mkdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRepository } from '../../src/git/openRepository.ts';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { gitRepo, openGitRepo } from '../support/gitRepo.ts';
import { storeIn } from '../support/storeIn.ts';
import { memoryRepository } from '../support/memoryRepository.ts';
import { silentLog } from '../support/silentLog.ts';
import { gateContract } from './gate.contract.ts';
import { objectsContract } from './objects.contract.ts';
import { refsContract } from './refs.contract.ts';
import type { Disk, OpenFixture } from './repositoryFixture.ts';
import { workingTreeContract } from './workingTree.contract.ts';
import { worktreeContract } from './worktrees.contract.ts';

const onGit =
  (objectFormat: 'sha1' | 'sha256'): OpenFixture =>
  async (files) => {
    const repo = await gitRepo(files, { objectFormat });
    const repository = await openRepository(repo.root, { log: silentLog, env: repo.env });
    onTestFinished(() => repository.dispose());
    const state = join(repository.commonDir, 'cairn');
    await mkdir(state, { recursive: true });
    let indexes = 0;
    return {
      repository,
      disk: repo,
      diskAt: (root) => openGitRepo(root),
      tree: (options = {}) =>
        repository.workingTree({
          root: options.root ?? repository.root,
          index: join(state, `index-${indexes++}`),
          always: (options.always ?? []) as RepoPath[],
          never: (options.never ?? []) as RepoPath[],
        }),
      store: storeIn(repo),
      place: join(repo.root, '../place'),
    };
  };

const inMemory: OpenFixture = async (files) => {
  const repository = await memoryRepository(files);
  let indexes = 0;
  const diskAt = (root: string): Disk => ({
    write: async (path, text) =>
      void repository.disk.set(posix.join(root, path), {
        kind: 'file',
        bytes: Buffer.from(text),
        mode: '100644',
      }),
    link: async (path, target) => void repository.disk.set(posix.join(root, path), { kind: 'link', target }),
    remove: async (path) => void repository.disk.delete(posix.join(root, path)),
    async look(path) {
      const full = posix.join(root, path);
      const node = repository.disk.get(full);
      if (node?.kind === 'file') return Buffer.from(node.bytes).toString('utf8');
      if (node?.kind === 'link') return `-> ${node.target}`;
      return node || [...repository.disk.keys()].some((key) => key.startsWith(`${full}/`)) ? '/' : null;
    },
  });
  return {
    repository,
    disk: diskAt('/repo'),
    diskAt,
    tree: (options = {}) =>
      repository.workingTree({
        root: options.root ?? '/repo',
        index: `/index-${indexes++}`,
        always: (options.always ?? []) as RepoPath[],
        never: (options.never ?? []) as RepoPath[],
      }),
    store: repository.keep,
    place: '/place',
  };
};

const FIXTURES = { git: onGit('sha1'), 'git with SHA-256': onGit('sha256'), 'in memory': inMemory };

for (const [name, open] of Object.entries(FIXTURES)) {
  objectsContract(name, open);
  refsContract(name, open);
  workingTreeContract(name, open);
  worktreeContract(name, open);
  gateContract(name, open);
}
