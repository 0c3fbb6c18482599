import type { RepoPath } from '../../model/names/ids.ts';
import type { Whereabouts } from '../../model/agent/permission.ts';

/** Plain files below a root. A path that leaves it, also through a link, throws `machine/cannot-write` or reads as null. */
export interface Files {
  read(root: string, path: RepoPath): Promise<Uint8Array | null>;
  /** Temp file beside, flush, rename, flush the folder: readers see old or new. Same bytes: not touched. `owner`: for nobody else to read. */
  write(root: string, path: RepoPath, bytes: Uint8Array | string, whose?: 'owner'): Promise<void>;
  remove(root: string, path: RepoPath): Promise<void>;
  kind(
    root: string,
    path: RepoPath,
  ): Promise<{ readonly kind: 'file' | 'folder' | 'link' | 'special'; readonly bytes: number } | null>;
  /** What says whether a file was written since: another one each time. Null where there is none. */
  stamp(root: string, path: RepoPath): Promise<string | null>;
  makeFolder(root: string, path: RepoPath): Promise<void>;
  /** Renames what lies there, whatever it is, to a free name beside it, and answers that. */
  moveAside(root: string, path: RepoPath): Promise<RepoPath>;
  /** Files directly in a folder, sorted; none where there is no such folder. */
  list(root: string, folder: RepoPath): Promise<readonly RepoPath[]>;
  /** Copies one untracked file from one working tree to another, where none lies yet: `kept`, another lies there and stays; `no-file`: a link or folder. */
  copy(from: string, to: string, path: RepoPath): Promise<'copied' | 'kept' | 'absent' | 'no-file'>;
  /** `empty`, `occupied` or `absent` folder at an absolute path. */
  place(path: string): Promise<'absent' | 'empty' | 'occupied'>;
  /** Where a path, taken from `root`, really leads: links followed, whether or not it exists. */
  whereabouts(root: string, path: string): Promise<Whereabouts>;
  /** Adds or removes a line of `<git dir>/info/exclude`; other lines stay. */
  exclude(commonDir: string, pattern: string, present: boolean): Promise<void>;
  /** True: that file has this line. */
  excludes(commonDir: string, pattern: string): Promise<boolean>;
  /** Bytes free where `path` is. */
  free(path: string): Promise<number>;
  /** The system's word for why nothing can be written where `path` is or would be; null where it can. */
  whyNotWritable(path: string): Promise<string | null>;
}
