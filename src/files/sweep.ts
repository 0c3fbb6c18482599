import { clearTemporary } from '../host/atomicWrite.ts';
import { readdir } from '../host/disk.ts';
import { lookBelow } from './belowRoot.ts';

/** Removes what killed writers left in a folder, and in folders below it to this depth; follows no link. */
export async function sweep(root: string, folder: string, depth: number): Promise<void> {
  const found = await lookBelow(root, folder);
  if (found.kind !== 'found' || !found.stats.isDirectory()) return;
  await clearTemporary(found.path);
  if (depth === 0) return;
  // Nobody could have written into a folder that cannot be listed.
  for (const entry of await readdir(found.path, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await sweep(root, `${folder}/${entry.name}`, depth - 1);
}
