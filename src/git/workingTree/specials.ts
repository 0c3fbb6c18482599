import { lstatSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath } from '../bytes.ts';
import { foldersAbove } from '../changes.ts';
import { readIgnored } from '../readIgnored.ts';
import { readIndexFolders } from './indexEntries.ts';
import { onDisk, type Place } from './place.ts';

/**
 * Pipes, sockets and devices: git does not show them, so nobody would learn that they are not captured.
 *
 * Looks in the folders of tracked and untracked files. A folder with unchanged times has the same names as before, so later
 * looks take one `lstat` per folder.
 */
export interface Specials {
  /** Those in the folders of tracked files. */
  besideTracked(): Promise<readonly RepoPath[]>;
  /** Adds paths of the index; null means that anything may have changed. */
  tracks(paths: readonly string[] | null): void;
  /** Those beside some paths. */
  beside(paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;
}

interface Looked {
  readonly mtime: bigint;
  readonly names: readonly string[];
}

/** A folder that changed this recently may change again within the same clock tick. */
const QUIET_NS = 100_000_000n;

export function createSpecials(place: Place): Specials {
  const known = new Map<string, Looked>();
  let tracked: Set<string> | null = null;

  const look = (folder: string): readonly string[] => {
    const at = onDisk(place.root, folder);
    const found = lstatSync(at, { bigint: true });
    if (!found.isDirectory()) throw new Error('no folder');
    const before = known.get(folder);
    if (before?.mtime === found.mtimeNs) return before.names;
    // As Latin-1 each byte of a name is kept, and a name is no object of its own: half the time.
    const entries = readdirSync(at, { withFileTypes: true, encoding: 'latin1' });
    const special = entries.filter(
      (entry) => entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice(),
    );
    const names = special.map(
      (entry) => `${folder === '' ? '' : `${folder}/`}${decodePath(Buffer.from(entry.name, 'latin1'))}`,
    );
    if (BigInt(Date.now()) * 1_000_000n - found.mtimeNs > QUIET_NS)
      known.set(folder, { mtime: found.mtimeNs, names });
    return names;
  };

  /** Parents come before children: nothing is read below a link or below what is no folder any more. */
  const lookAll = async (folders: ReadonlySet<string>): Promise<readonly RepoPath[]> => {
    const closed = new Set<string>();
    const found: RepoPath[] = [];
    for (const folder of folders) {
      try {
        if (closed.has(dirname(folder))) closed.add(folder);
        else found.push(...(look(folder) as RepoPath[]));
      } catch {
        // Gone, replaced, or unreadable: git reports that.
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
      // A folder that is no longer tracked does no harm: it is read, or is missing.
      if (paths === null) tracked = null;
      else for (const path of paths) for (const folder of foldersOf(path)) tracked?.add(folder);
    },
    beside: (paths) => lookAll(new Set(paths.flatMap(foldersOf))),
  };
}

/** `a/b/c.txt` → `''`, `a`, `a/b`. */
const foldersOf = (path: string): readonly string[] => ['', ...foldersAbove(path)];
