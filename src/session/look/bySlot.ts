import type { Problem } from '../../base/cairnError.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { openLines } from '../../model/attempt/endsAttempt.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { SlotPlace } from '../drive/slotPlaces.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { StatusView } from '../results.ts';
import type { Here } from './phaseView.ts';
import type { SeenHere } from './seeHere.ts';

/** What this machine has of a phase: of the slot in which it is worked on. */
export function hereIn({ slots }: SeenHere, driven: boolean, place: SlotPlace): Here {
  const own = place.isSlot ? slots.find(({ slot }) => slot === slotIn(place.name).slot) : undefined;
  return { place, driven, reading: (own ?? slots[0]).reading };
}

/** The attempts under way, by slot. */
export const workingIn = (root: string | null, driven: boolean, { slots }: SeenHere): StatusView['working'] =>
  (driven ? slots : []).flatMap(({ slot, about, reading: { open } }) => {
    if (open === null) return [];
    const worktree = slot === 1 ? root : (about?.root ?? null);
    return [{ phase: open.phase, attempt: open.attempt, slot, worktree, since: open.began }];
  });

export const journalsOf = ({ slots }: SeenHere): readonly JournalLine[] =>
  slots.flatMap(({ lines }) => lines);

/** What no checkpoint knows of yet. */
export const unpublishedIn = (
  { slots }: SeenHere,
  { status: { rows } }: SessionRecord,
  newestFirst: readonly Checkpoint[],
): readonly JournalLine[] =>
  slots.flatMap(({ lines, about }) => openLines(lines, { newestFirst, rows, slot: about?.standing ?? null }));

/** The attempts that are open, by slot. */
export const openIn = ({ slots }: SeenHere): readonly OpenAttempt[] =>
  slots.flatMap(({ reading: { open } }) => open ?? []);

/** Until when the providers of all agents refuse them; null while one is at work. */
export function waitsUntil(seen: SeenHere): Timestamp | null {
  if (openIn(seen).length > 0) return null;
  const [first] = seen.slots.flatMap(({ reading: { retrying } }) => retrying?.until ?? []).toSorted();
  return first ?? null;
}

/** What only a newer Cairn knows of what is noted in any slot. */
export const unknownIn = ({ slots }: SeenHere): readonly Problem[] => slots.flatMap(({ unknown }) => unknown);
