import type { JournalReading, OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { openLines } from '../../model/attempt/endsAttempt.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
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

export const journalsOf = (seen: SeenHere): SeenHere['lines'] =>
  [seen, ...seen.beside].flatMap(({ lines }) => lines);

/** What no checkpoint knows of yet. */
export const unpublishedIn = (
  seen: SeenHere,
  { status: { rows } }: SessionRecord,
  newestFirst: readonly Checkpoint[],
): SeenHere['lines'] =>
  [seen, ...seen.beside].flatMap(({ lines, about: slot }) => openLines(lines, { newestFirst, rows, slot }));

const readingsOf = (seen: SeenHere): readonly JournalReading[] =>
  [seen, ...seen.beside].map(({ reading }) => reading);

/** The attempts that are open, by slot. */
export const openIn = (seen: SeenHere): readonly OpenAttempt[] =>
  readingsOf(seen).flatMap(({ open }) => open ?? []);

/** Until when the providers of all agents refuse them; null while one is at work. */
export function waitsUntil(seen: SeenHere): Timestamp | null {
  if (openIn(seen).length > 0) return null;
  const [first] = readingsOf(seen)
    .flatMap(({ retrying }) => retrying?.until ?? [])
    .toSorted();
  return first ?? null;
}

/** What only a newer Cairn knows of what is noted in any slot. */
export const unknownIn = ({ unknown, beside }: SeenHere): SeenHere['unknown'] => [
  ...unknown,
  ...beside.flatMap((one) => one.unknown),
];
