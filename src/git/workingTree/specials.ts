import { lstatSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath } from '../bytes.ts';
import { foldersAbove } from '../changes.ts';
import { readIgnored } from '../readIgnored.ts';
import { readIndexFolders } from './indexEntries.ts';
import { onDisk, type Place } from './place.ts';

/**
 * Pipes, sockets and devices: git does not see them, so that nobody could be told that they are not captured.
 *
 * Looked for in the folders of tracked and untracked files. A folder whose times have not changed holds the same
 * names as before, so that after the first look one `lstat` per folder is all.
 */
export interface Specials {
  /** Those in the folders of tracked files. */
  besideTracked(): Promise<readonly RepoPath[]>;
  /** What the index was brought to since: these paths, or (null) anything. */
  tracks(paths: readonly string[] | null): void;
  /** Those beside some paths. */
  beside(paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;
}

interface Looked {
  readonly mtime: bigint;
  readonly names: readonly string[];
}

/** A folder that changed so short a time ago may change again within the same tick of its clock. */
const QUIET_NS = 100_000_000n;

export function createSpecials(place: Place): Specials {
  const known = new Map<string, Looked>();
  let tracked: Set<string> | null = null;

  const look = (folder: string): readonly string[] => {
    const at = onDisk(place.root, folder === '' ? '.' : folder);
    const found = lstatSync(at, { bigint: true });
    if (!found.isDirectory()) throw new Error('no folder');
    const before = known.get(folder);
    if (before?.mtime === found.mtimeNs) return before.names;
    const entries = readdirSync(at, { withFileTypes: true, encoding: 'buffer' });
    const special = entries.filter(
      (entry) => entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice(),
    );
    const names = special.map((entry) => `${folder === '' ? '' : `${folder}/`}${decodePath(entry.name)}`);
    if (BigInt(Date.now()) * 1_000_000n - found.mtimeNs > QUIET_NS)
      known.set(folder, { mtime: found.mtimeNs, names });
    return names;
  };

  /** Parents come before their children: below what is no folder (any more), or a link, nothing is looked at. */
  const lookAll = async (folders: ReadonlySet<string>): Promise<readonly RepoPath[]> => {
    const closed = new Set<string>();
    const found: RepoPath[] = [];
    for (const folder of folders) {
      try {
        if (closed.has(dirname(folder))) closed.add(folder);
        else found.push(...(look(folder) as RepoPath[]));
      } catch {
        // Gone, replaced, or closed to us: then git has said so.
        closed.add(folder);
        known.delete(folder);
      }
    }
    if (found.length === 0) return [];
    const ignored = new Set(await readIgnored(place.git, place.root, found));
    return found.filter((path) => !ignored.has(path));
  };

  return {
    async besideTracked() {
      tracked ??= await readIndexFolders(place.index, place.zero.length / 2);
      return lookAll(tracked);
    },
    tracks(paths) {
      // A folder that is no longer tracked does no harm: it is looked at, or is not there.
      if (paths === null) tracked = null;
      else for (const path of paths) for (const folder of foldersOf(path)) tracked?.add(folder);
    },
    beside: (paths) => lookAll(new Set(paths.flatMap(foldersOf))),
  };
}

/** `a/b/c.txt` → `''`, `a`, `a/b`. */
const foldersOf = (path: string): readonly string[] => ['', ...foldersAbove(path)];
