import type { Change } from '../../session/ports.ts';
import { foldersAbove } from '../changes.ts';
import type { Edits } from '../compose.ts';

/**
 * What the tree of one side is to get for the other's changes, where git would merge nothing: no file was changed by both, none stands
 * where the other has a folder, and none went away, which might be half of a rename. Null where git has to look.
 */
export function editsApart(ours: readonly Change[], theirs: readonly Change[]): Edits | null {
  if ([...ours, ...theirs].some(({ after }) => after === null)) return null;
  const changed = new Set<string>(ours.map(({ path }) => path));
  const folders = new Set(ours.flatMap(({ path }) => foldersAbove(path)));
  const meets = ({ path }: Change): boolean =>
    changed.has(path) || folders.has(path) || foldersAbove(path).some((folder) => changed.has(folder));
  return theirs.some(meets) ? null : new Map(theirs.map(({ path, after }) => [path, after]));
}
