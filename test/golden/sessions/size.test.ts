import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryAt } from './repositoryAt.ts';

const RELEASE = new URL('0.1.0/', import.meta.url).pathname;
const RECORDS = /\/(STATUS\.md|effects\.json|\d+-[^/]+\/(phase\.json|PACKET\.md))$/;

it('[L12] what the engine writes down for a phase is at most 8 KB in the middle of all phases', async () => {
  const sizes: number[] = [];
  for (const file of readdirSync(RELEASE).filter((name) => name.endsWith('.bundle'))) {
    const repo = await repositoryAt(`${RELEASE}${file}`, '', null);
    const refs = (await repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/cairn/')).split('\n');
    for (const ref of refs)
      for (const commit of (await repo.git('rev-list', '--grep=^Cairn-Phase: ', ref)).split('\n'))
        sizes.push(await addedBy(repo.git, commit));
  }
  const sorted = sizes.toSorted((left, right) => left - right);
  expect(sorted.length).toBeGreaterThan(8);
  expect(sorted[0]).toBeGreaterThan(500);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(8 * 1024);
});

/** Bytes of the records that a checkpoint wrote anew. */
async function addedBy(git: (...args: string[]) => Promise<string>, commit: string): Promise<number> {
  const lines = (await git('diff-tree', '-r', '--no-commit-id', '--diff-filter=AM', commit)).split('\n');
  const blobs = lines.flatMap((line) => {
    const [about = '', path = ''] = line.split('\t');
    return RECORDS.test(path) ? [about.split(' ')[3] ?? ''] : [];
  });
  const sizes = await Promise.all(blobs.map((blob) => git('cat-file', '-s', blob)));
  return sizes.reduce((sum, size) => sum + Number(size), 0);
}
