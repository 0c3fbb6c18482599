import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepo } from '../support/gitRepo.ts';
import { captureAll, openTestRepository, seen } from '../support/openTestRepository.ts';

test('what a private index holds is told by one file beside it, and a torn one tells nothing', async () => {
  const repo = await gitRepo({ file: 'one' });
  const { repository, head, headTree } = await openTestRepository(repo);
  const folder = join(repository.commonDir, 'cairn');
  const index = join(folder, 'of-session');
  const open = () => repository.workingTree({ root: repo.root, index, always: [] });
  await open().load(await head());
  await open().load(await head());
  expect((await readdir(folder)).sort()).toEqual(['of-session', 'of-session.tree']);

  const [marker, tree] = [await readFile(`${index}.tree`, 'latin1'), await headTree()];
  expect(await open().holds(tree)).toBe(true);
  for (const length of [0, 10, tree.length, marker.length - 1]) {
    await writeFile(`${index}.tree`, marker.slice(0, length));
    expect(await open().holds(tree)).toBe(false);
  }
  await repo.write('file', 'two');
  const next = open();
  await next.load(await head());
  expect(await next.holds(tree)).toBe(true);
  expect(await seen(next)).toEqual(['modified file file']);
  expect(await captureAll(next)).not.toBe(tree);
});
