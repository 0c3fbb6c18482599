import { sayPlace } from '../../model/graph/condition.ts';
import { saySkipped } from '../../model/graph/saySkipped.ts';
import { oneLine } from '../../model/text/oneLine.ts';
import type { PhaseView } from '../../session/results.ts';

/** Why a phase is skipped, without a full stop; null unless it is. */
export function whySkipped({ skipped }: PhaseView): string | null {
  return skipped === undefined ? null : oneLine(saySkipped(skipped)).replace(/\.$/, '');
}

/** Which of the items of one list a phase is for, from 1: they have one folder number. Null if it is for none, or the only one. */
export function itemOf(
  phases: readonly PhaseView[],
  { number, id }: PhaseView,
): { readonly place: number; readonly of: number } | null {
  const items = phases.filter((one) => one.number === number);
  return items.length < 2 ? null : { place: items.findIndex((one) => one.id === id) + 1, of: items.length };
}

/** Of a phase that is not repeated yet: for what it will be. */
export const repeatsFor = ({ forEach, status }: PhaseView): readonly string[] =>
  forEach === undefined || status !== 'pending' ? [] : [`for each item of ${oneLine(sayPlace(forEach))}`];

/** Which round and attempt, once there was one; a first round says nothing. One that is open again has had no attempt in its round. */
export function turnOf(phase: {
  readonly status: string;
  readonly round: number | null;
  readonly attempt: number | null;
}): readonly string[] {
  const { status, round, attempt } = phase;
  // A phase behind a loop goes along with its rounds before it was ever tried.
  if (attempt === null || attempt === 0) return [];
  const again = round !== null && round > 1;
  return [
    ...(again ? [`round ${round}`] : []),
    ...(again && status === 'pending' ? [] : [`attempt ${attempt}`]),
  ];
}

/** The same with what it has made. In a narrow window the end is cut off, so a later round comes first. */
export const turnAndMade = (
  phase: Parameters<typeof turnOf>[0],
  made: readonly string[],
): readonly string[] =>
  phase.round !== null && phase.round > 1 ? [...turnOf(phase), ...made] : [...made, ...turnOf(phase)];
