import { oneLine } from '../../model/text/oneLine.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';

/** A path as people read it: from the root of the working tree where it lies in that, else whole. */
function placeIn(root: string | null, path: string): string {
  const inside = root !== null && (path.startsWith(`${root}/`) || path.startsWith(`${root}\\`));
  return oneLine(inside ? path.slice(root.length + 1) : path);
}

/** Where an act is meant to be, as far as its title does not say it already. */
export const placesOf = (
  { title, command, paths }: Pick<PermissionRequest, 'title' | 'command' | 'paths'>,
  root: string | null,
): readonly string[] =>
  paths.map((path) => placeIn(root, path)).filter((place) => !(command ?? title).includes(place));
