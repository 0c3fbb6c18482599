import { oneLine } from '../../model/oneLine.ts';

/** A path as people read it: from the root of the working tree where it lies in that, else whole. */
export function placeIn(root: string | null, path: string): string {
  const inside = root !== null && (path.startsWith(`${root}/`) || path.startsWith(`${root}\\`));
  return oneLine(inside ? path.slice(root.length + 1) : path);
}
