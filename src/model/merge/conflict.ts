import type { RepoPath } from '../names/ids.ts';

/** Why two sides do not merge, in git's words. What each means to a person: `model/merge/conflictWords.ts`. */
export type ConflictKind =
  | 'content'
  | 'add/add'
  | 'binary'
  | 'driver'
  | 'mode'
  | 'link'
  | 'submodule'
  | 'modify/delete'
  | 'rename/rename'
  | 'rename/delete'
  | 'rename/add'
  | 'file/directory'
  | 'directory rename'
  | 'other';

/** A place where two sides do not merge. */
export interface MergeConflict {
  readonly kind: ConflictKind;
  /** At least one, sorted. Files, or folders, as at least one of the three trees has them. */
  readonly paths: readonly RepoPath[];
  /** True if all that is open is between markers in one file: `content` and `add/add` of text. */
  readonly hasMarkers: boolean;
}

/** Whether git has a place for marks where two sides do not merge like that. */
export const isMarkedKind = (kind: string): boolean => kind === 'content' || kind === 'add/add';
