import type { RepoPath } from '../../model/names/ids.ts';
import type { Whereabouts } from '../../model/agent/permission.ts';

/**
 * Plain files below a root. A path that leaves the root, even through a link, throws `machine/cannot-write` or reads as null.
 */
export interface Files {
  read(root: string, path: RepoPath): Promise<Uint8Array | null>;
  /**
   * Writes a temp file beside, flushes, renames, flushes the folder: readers see old or new. Leaves the file alone if its bytes
   * are the same.
   */
  write(root: string, path: RepoPath, bytes: Uint8Array | string): Promise<void>;
  /** The same over these bytes alone (null: where nothing is). False if something else lies there by now: it stays. */
  replace(root: string, path: RepoPath, over: Uint8Array | null, bytes: Uint8Array): Promise<boolean>;
  remove(root: string, path: RepoPath): Promise<void>;
  kind(
    root: string,
    path: RepoPath,
  ): Promise<{ readonly kind: 'file' | 'folder' | 'link' | 'special'; readonly bytes: number } | null>;
  /** Changes whenever the file is written. Null if there is no file. */
  stamp(root: string, path: RepoPath): Promise<string | null>;
  makeFolder(root: string, path: RepoPath): Promise<void>;
  /** Renames whatever is there to a free name beside it, and answers that name. */
  moveAside(root: string, path: RepoPath): Promise<RepoPath>;
  /** Files directly in a folder, sorted; empty if there is no such folder. */
  list(root: string, folder: RepoPath): Promise<readonly RepoPath[]>;
  /** Removes what killed writers left in a folder, and in folders below it to this depth; leaves what a living one is writing. */
  sweep(root: string, folder: RepoPath, depth: number): Promise<void>;
  /**
   * Copies one untracked file from one working tree to another unless it is there. `kept`: a different one is there and stays.
   * `no-file`: it is a link or folder.
   */
  copy(from: string, to: string, path: RepoPath): Promise<'copied' | 'kept' | 'absent' | 'no-file'>;
  /** `empty`, `occupied` or `absent` folder at an absolute path. */
  place(path: string): Promise<'absent' | 'empty' | 'occupied'>;
  /** The real path of a path relative to `root`, with links followed, whether or not it exists. */
  whereabouts(root: string, path: string): Promise<Whereabouts>;
  /** Adds or removes a line of `<git dir>/info/exclude`; keeps the other lines. */
  exclude(commonDir: string, pattern: string, present: boolean): Promise<void>;
  /** True if that file has this line. */
  excludes(commonDir: string, pattern: string): Promise<boolean>;
  /** Free bytes on the disk of `path`. */
  free(path: string): Promise<number>;
  /** The system's reason why nothing can be written at `path`; null if it can. */
  whyNotWritable(path: string): Promise<string | null>;
}
