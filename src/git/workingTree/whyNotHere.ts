import { CairnError } from '../../base/cairnError.ts';
import { whyOutside } from '../../model/names/outside.ts';
import type { Change } from '../../session/ports.ts';
import { diskKind } from './diskKind.ts';
import type { Flags } from './flags.ts';
import { parentInTheWay } from './parentInTheWay.ts';
import { mapBounded, type Place } from './place.ts';

/** A path that was not written, and why. */
export interface Left {
  readonly path: Change['path'];
  readonly why: string;
}

/** Refuses to write or remove anything of a tree with such a name in it. Throws `machine/cannot-write`. */
export function refuseOutside(changes: readonly Change[]): void {
  for (const { path } of changes) {
    const why = whyOutside(path);
    if (why !== null) throw new CairnError('machine/cannot-write', { path, why });
  }
}

/** Those changes whose place on disk may be written; the others are reported. */
export async function allowed(
  place: Place,
  flags: Flags,
  changes: readonly Change[],
  skipped: Left[],
): Promise<readonly Change[]> {
  const flagged = await flags.read();
  const reasons = await mapBounded(changes, async (change) =>
    flagged.has(change.path) ? 'git was told to leave it alone' : whyNotHere(place, change),
  );
  return changes.filter((change, at) => {
    const why = reasons[at];
    if (typeof why === 'string') skipped.push({ path: change.path, why });
    return why === null;
  });
}

async function whyNotHere(place: Place, { path, before, after }: Change): Promise<string | null> {
  if ((after ?? before)?.mode === '160000') return 'it is a submodule';
  const parent = parentInTheWay(place.root, path);
  if (parent !== null) return whyBlocked(parent.path, parent.kind, after === null);
  const there = (await diskKind(place.root, path))?.kind;
  if (there === 'special') return 'it is not a regular file';
  return there === 'folder' && after !== null ? 'a folder is in the way' : null;
}

/** Null if there is nothing to do: a removal below something that is no folder. */
export function whyBlocked(parent: string, by: 'link' | 'file', removal: boolean): string | null {
  if (by === 'link') return `${parent} is a link`;
  return removal ? null : `the file ${parent} is in the way`;
}
