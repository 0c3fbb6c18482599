import { describe, expect, test } from 'vitest';
import type { Repository } from '../../src/session/ports.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { mergedByGit, threeTrees } from '../support/threeTrees.ts';
import { CLEAN } from './mergesClean.ts';
import { CONFLICTS } from './mergesOpen.ts';

async function opened(): Promise<{ readonly repo: GitRepo; readonly repository: Repository }> {
  const repo = await gitRepo({ a: 'a' });
  return { repo, repository: (await openTestRepository(repo)).repository };
}

/** Files by what they hold; what is no plain file says so. */
async function filesOf(
  repository: Repository,
  tree: Parameters<Repository['list']>[0],
): Promise<Record<string, string>> {
  const shown = { '100644': '', '100755': '+x ', '120000': '-> ', '160000': 'submodule ' } as const;
  const files = await repository.list(tree, '');
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ path, mode, blob }) => [
        path,
        shown[mode] + (mode === '160000' ? blob : Buffer.from(await repository.readBlob(blob)).toString()),
      ]),
    ),
  );
}

describe('a merge of three trees', () => {
  test('gives the tree that git alone makes of them, or tells what is open', async () => {
    const { repo, repository } = await opened();
    const byGit = await mergedByGit(repo);
    for (const [title, { is, stricter, ...sides }] of Object.entries({ ...CLEAN, ...CONFLICTS })) {
      const trees = await threeTrees(repository, sides);
      const merged = await repository.merge(trees.base, trees.ours, trees.theirs);
      const alone = await byGit(trees);
      if ('tree' in merged) {
        expect(await filesOf(repository, merged.tree), title).toEqual(is);
        expect(merged.tree, title).toBe(alone);
      } else {
        expect(merged.conflicts, title).toEqual(is);
        expect(alone === 'conflict', title).toBe(stricter !== true);
      }
    }
  });
});
