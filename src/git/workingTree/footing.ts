import { lstatSync, readFileSync, statSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Footing } from '../../model/footing.ts';
import { decodePath } from '../bytes.ts';
import { namesIn } from '../headFile.ts';
import { readHeadAt } from './condition.ts';
import { operationIn, type Unmerged } from './operations.ts';
import type { Place } from './place.ts';

const NOWHERE = { git: null, head: { commit: null, branch: null }, busy: null, unmerged: [] } as const;

/**
 * What a working tree stands on, read from its files each time: git itself answers for the repository above once `.git`
 * is gone. It is looked at before each checkpoint, so where all is ordinary no process is started and no thread waited for.
 */
export async function readFooting(place: Place, unmerged: Unmerged): Promise<Footing> {
  const folder = folderAt(place.root);
  const gitDir = folder === null ? null : gitDirOf(place.root);
  const git = gitDir === null ? null : identity(gitDir);
  if (gitDir === null || git === null) return { folder, ...NOWHERE };
  return {
    folder,
    git,
    head: await readHeadAt(place, gitDir),
    busy: operationIn(namesIn(gitDir)),
    unmerged: await unmerged.in(join(gitDir, 'index')),
  };
}

/** Where `.git` in the root of a working tree leads to; null: nowhere. */
function gitDirOf(root: string): string | null {
  const file = join(root, '.git');
  if (identity(file) !== null) return file;
  const text = textOf(file);
  if (text === null) return null;
  const target = /^gitdir: ([^]+?)[\r\n]*$/.exec(text)?.[1];
  return target === undefined ? null : resolve(root, target);
}

/** A link in its place is another one, wherever it leads. */
function folderAt(root: string): string | null {
  const found = looked(() => lstatSync(root, { bigint: true }));
  if (found === null || !(found.isDirectory() || found.isSymbolicLink())) return null;
  const led = found.isSymbolicLink() ? ` ${identity(root) ?? ''}` : '';
  return `${found.dev}:${found.ino}${led}`;
}

function identity(path: string): string | null {
  const found = looked(() => statSync(path, { bigint: true }));
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
}

function textOf(file: string): string | null {
  try {
    return decodePath(readFileSync(file));
  } catch {
    // Gone, or nobody's to read: it leads nowhere.
    return null;
  }
}

/** Null: it is not there, nor can anybody get there. */
function looked(look: () => BigIntStats): BigIntStats | null {
  try {
    return look();
  } catch {
    return null;
  }
}
