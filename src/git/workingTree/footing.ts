import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Footing } from '../../model/capture/footing.ts';
import { gitDirOf, identity, looked } from '../gitDirOf.ts';
import { namesIn } from '../headFile.ts';
import { readHeadAt } from './condition.ts';
import { operationIn, unmergedIn } from './operations.ts';
import type { LookAtOwnIndex } from './ownIndex.ts';
import type { Place } from './place.ts';

const NOWHERE = { git: null, head: { commit: null, branch: null }, busy: null, unmerged: [] } as const;

/**
 * What a working tree stands on, read from its files each time: once `.git` is gone, git itself would answer for the repository
 * above. Called before each checkpoint, so ordinarily it starts no process and waits for no thread.
 */
export async function readFooting(place: Place, look: LookAtOwnIndex): Promise<Footing> {
  const folder = folderAt(place.root);
  const gitDir = folder === null ? null : gitDirOf(place.root);
  const git = gitDir === null ? null : identity(gitDir);
  if (gitDir === null || git === null) return { folder, ...NOWHERE };
  return {
    folder,
    git,
    head: await readHeadAt(place, gitDir),
    busy: operationIn(namesIn(gitDir)),
    unmerged: await unmergedIn(join(gitDir, 'index'), look, place),
  };
}

/** A link in its place is a different folder, wherever it leads. */
function folderAt(root: string): string | null {
  const found = looked(() => lstatSync(root, { bigint: true }));
  if (found === null || !(found.isDirectory() || found.isSymbolicLink())) return null;
  const led = found.isSymbolicLink() ? ` ${identity(root) ?? ''}` : '';
  return `${found.dev}:${found.ino}${led}`;
}
