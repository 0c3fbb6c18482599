import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { captureAll, openTestRepository } from '../support/openTestRepository.ts';
import { writeFile } from 'node:fs/promises';

test('a person who lets git find no bare repository by itself has sessions all the same', async () => {
  const config = join(await temporaryFolder(), 'config');
  await writeFile(config, '[safe]\n\tbareRepository = explicit\n');
  const repo = await gitRepo({ a: 'a' });
  const opened = await openTestRepository(repo, { env: { GIT_CONFIG_GLOBAL: config } });
  const at = opened.tree();
  await at.load(await opened.head());
  await repo.write('b', 'b');
  await captureAll(at);
  expect(await opened.repository.linkedTrees()).toEqual([]);
  await opened.repository.addWorktree(join(repo.root, '../linked'), await opened.head());
  expect(await opened.repository.refs(['refs/heads/'])).toHaveLength(1);
  expect(await opened.repository.history(await opened.head())).toHaveLength(1);
});
