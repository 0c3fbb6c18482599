import { slotIn } from '../../model/names/treeName.ts';
import type { StatusView } from '../results.ts';
import type { Here } from './phaseView.ts';
import type { Place } from './placeOf.ts';
import type { SeenHere } from './seeHere.ts';

/** What this machine has of a phase: of the slot in which it is worked on. */
export function hereIn({ reading, beside }: SeenHere, driven: boolean, place: Place): Here {
  const other = place.isSlot ? beside.find(({ slot }) => slot === slotIn(place.name).slot) : undefined;
  return { place, driven, reading: other?.reading ?? reading };
}

/** The attempts under way, by slot. */
export const workingIn = (
  root: string | null,
  driven: boolean,
  { reading, beside }: SeenHere,
): StatusView['working'] =>
  (driven ? [{ slot: 1, root, reading }, ...beside] : []).flatMap(
    ({ slot, root: worktree, reading: { open } }) =>
      open === null ? [] : [{ phase: open.phase, attempt: open.attempt, slot, worktree, since: open.began }],
  );

export const journalsOf = ({ lines, beside }: SeenHere): readonly SeenHere['lines'][] => [
  lines,
  ...beside.map((one) => one.lines),
];
