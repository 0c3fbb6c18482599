import { holdBelow, type Held, type HeldFolder, type Name } from '../../host/heldFolder.ts';
import { encodePath, isPlainPath } from '../bytes.ts';

/** The parent folder of a tree's path, held open, and the last part of its name. */
export function folderOf(
  root: HeldFolder,
  path: string,
  make: boolean,
): { readonly held: Held; readonly name: Name } {
  const parts = path.split('/').map(nameOf);
  const name = parts.pop() ?? '';
  return { held: holdBelow(root, parts, make), name };
}

const nameOf = (part: string): Name => (isPlainPath(part) ? part : encodePath(part));
