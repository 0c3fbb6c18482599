import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRepository } from '../../src/git/openRepository.ts';
import type { CommitId, RefName, RepoPath, Timestamp } from '../../src/model/names/ids.ts';
import type { Repository } from '../../src/session/ports.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { silentLog } from '../support/silentLog.ts';

const BRANCH = 'refs/heads/cairn/flushed' as RefName;
const AT = '2026-11-20T10:00:00.000Z' as Timestamp;

/** A commit with changed files, captured as a checkpoint does it; its ref has not moved yet. */
async function capturedCommit(repo: GitRepo, repository: Repository): Promise<CommitId> {
  const base = await repository.resolve('HEAD');
  if (base === null) throw new Error('no commit');
  const tree = repository.workingTree({ root: repo.root, index: `${repo.root}/.git/private`, always: [] });
  await tree.load(base);
  await repo.write('src/a.txt', 'changed');
  await repo.write('src/deep/er/b.txt', 'new');
  const captured = (await tree.capture((await tree.pending()).map((item) => item.path))).tree;
  const blob = await repository.writeBlob(Buffer.from('of the engine'));
  const whole = await repository.compose(
    captured,
    new Map([['status.md' as RepoPath, { blob, mode: '100644' as const }]]),
  );
  return repository.commit({ tree: whole, parents: [base], message: 'a checkpoint\n', at: AT });
}

const idOf = (file: string): string => `${basename(dirname(file))}${basename(file)}`;

describe('what a ref will point at', () => {
  it('is on the disk, each blob, tree and commit of it, before the ref moves', async () => {
    const repo = await gitRepo({ 'src/a.txt': 'a', 'src/c.txt': 'c' });
    const flushed = new Set<string>();
    const refThen: (string | null)[] = [];
    const repository = await openRepository(repo.root, {
      log: silentLog,
      env: repo.env,
      async flush(file) {
        await readFile(file);
        refThen.push(await repo.look('.git/refs/heads/cairn/flushed'));
        flushed.add(idOf(file));
      },
    });
    const commit = await capturedCommit(repo, repository);
    await repository.moveRef(BRANCH, { from: null, to: commit, why: 'test' });
    await repository.dispose();

    const made = await repo.git('rev-list', '--objects', '--no-object-names', BRANCH, '--not', 'main');
    const ids = made.trim().split('\n');
    expect(ids).toHaveLength(8);
    expect(ids.filter((id) => !flushed.has(id))).toEqual([]);
    expect(new Set(refThen)).toEqual(new Set([null]));
  });

  it('that the disk refused once moves no ref, however often that is tried', async () => {
    const repo = await gitRepo({ 'src/a.txt': 'a' });
    let refusals = 0;
    const repository = await openRepository(repo.root, {
      log: silentLog,
      env: repo.env,
      flush: () => (refusals++ === 0 ? Promise.reject(new Error('EIO')) : Promise.resolve()),
    });
    const commit = await capturedCommit(repo, repository);
    for (const _again of [1, 2])
      await expect(repository.moveRef(BRANCH, { from: null, to: commit, why: 'test' })).rejects.toThrow(
        'EIO',
      );
    expect(await repository.tip(BRANCH)).toBeNull();
    await repository.dispose();
  });
});
