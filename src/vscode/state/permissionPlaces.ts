import { oneLine } from '../../model/text/oneLine.ts';
import type { PermissionRequest } from '../../model/agent/permissionRequest.ts';

/** A path as people read it: relative inside the working tree, else whole. */
function placeIn(root: string | null, path: string): string {
  const inside = root !== null && (path.startsWith(`${root}/`) || path.startsWith(`${root}\\`));
  return oneLine(inside ? path.slice(root.length + 1) : path);
}

/** Where a request would act, unless its title already says so. */
export const placesOf = (
  { title, command, paths }: Pick<PermissionRequest, 'title' | 'command' | 'paths'>,
  root: string | null,
): readonly string[] =>
  paths.map((path) => placeIn(root, path)).filter((place) => !(command ?? title).includes(place));
