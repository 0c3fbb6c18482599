import { POINTS } from '../../src/session/points.ts';

/** Where to die: at the n-th passing of a point. */
export type Death = readonly [point: string, nth: number];

export const each = (points: readonly string[], ...times: readonly number[]): readonly Death[] =>
  points.flatMap((point) => times.map((nth): Death => [point, nth]));

const named = (group: string): readonly string[] => POINTS.filter((point) => point.startsWith(`${group}/`));
const without = (points: readonly string[], ...left: readonly string[]): readonly string[] =>
  points.filter((point) => !left.includes(point));

export const OPENING = named('open');
const CHECKPOINT = named('checkpoint');
const RESCUE = named('rescue');
/** Of whoever writes over a working tree. */
const OVERWRITE = named('overwrite');
const REPLACE = named('replace');
/** Where files only go. */
const TAKEN_AWAY = without(REPLACE, 'replace/placed');
const DELETE = named('delete');
const PURGED = ['delete/leases-removed', 'delete/ref-purged'];
/** Only where a retry is left. */
export const FAILED = 'attempt/failed';
export const ATTEMPT = without(named('attempt'), FAILED);
export const WORKTREE = ['tree/remembered', 'tree/added', 'tree/marked'];
const SET_UP = named('setup');
const EXCLUDED = 'tree/excluded';
/** What is rendered before anything else is asked for passes two of the places once more. */
const RENDERED_TWICE = each(['checkpoint/files-rendered', 'checkpoint/index-loaded'], 2);

/**
 * Every act that is killed, and all places at which it is. Each list is compared with the places that the act passes when it
 * lives, and together they hold every point there is (`test/house/points.test.ts`).
 */
export const DEATHS = {
  startInWorktree: [
    ...each([...OPENING, ...WORKTREE, 'setup/done'], 1),
    ...each([...ATTEMPT, ...CHECKPOINT], 1, 2),
  ],
  startInPlace: [...each([...OPENING, EXCLUDED], 1), ...each([...ATTEMPT, ...CHECKPOINT], 1, 2)],
  setup: each(SET_UP, 1),
  baseline: [
    ...each(['baseline/check-noted'], 1, 2),
    ...each(['baseline/begun', 'baseline/ended', ...RESCUE, ...OVERWRITE, ...TAKEN_AWAY], 1),
  ],
  retry: [...each([FAILED], 1), ...each(ATTEMPT, 2)],
  approval: [...each(CHECKPOINT, 1), ...RENDERED_TWICE],
  word: [...each(CHECKPOINT, 1), ...RENDERED_TWICE],
  answer: each(CHECKPOINT, 1),
  cancel: each([...RESCUE, ...CHECKPOINT], 1),
  leftovers: [
    ...RENDERED_TWICE,
    ...each([...RESCUE, ...OVERWRITE, ...TAKEN_AWAY, 'leftovers/journaled', ...ATTEMPT, ...CHECKPOINT], 1),
  ],
  restore: [
    ...each([...named('restore'), ...OVERWRITE, ...REPLACE, ...RESCUE, ...CHECKPOINT], 1),
    ...RENDERED_TWICE,
  ],
  undo: [...each([...named('restore'), ...OVERWRITE, ...REPLACE, ...CHECKPOINT], 1), ...RENDERED_TWICE],
  // Half of the files replaced is found as it lies and kept in another rescue: nothing is lost, and it is not the same.
  follow: each([...RESCUE, ...OVERWRITE, ...TAKEN_AWAY, ...named('follow')], 1),
  takeOver: each([...OVERWRITE, ...REPLACE], 1),
  hold: each(['held/commit-made', ...CHECKPOINT], 1),
  // The checkpoint of the phase before passes them once.
  round: [...each(CHECKPOINT, 2), ['held/laid', 1]],
  heldRound: [
    ...each([...CHECKPOINT], 2),
    ...each(['held/commit-made', ...OVERWRITE, ...REPLACE, 'held/laid'], 1),
  ],
  skipAndExpand: each(CHECKPOINT, 2, 3),
  stop: each(CHECKPOINT, 1),
  anotherRound: [
    ...each([...CHECKPOINT, 'held/commit-made', ...OVERWRITE, ...REPLACE, 'held/laid'], 1),
    ...RENDERED_TWICE,
  ],
  stopLoop: [...each([...RESCUE, ...CHECKPOINT], 1), ...RENDERED_TWICE],
  lay: each([...WORKTREE, ...OVERWRITE, ...REPLACE, 'held/laid'], 1),
  checkedWave: each(
    ['queue/kept', 'slot/noted', 'held/laid', 'checkpoint/ref-moved', 'attempt/agent-ended'],
    1,
    2,
  ),
  uncheckedWave: [
    ...each(['queue/kept', 'slot/noted', 'checkpoint/ref-moved'], 1, 2),
    // Both have ended.
    ...each(['checkpoint/ref-moved', 'checkpoint/journal-reset'], 3),
  ],
  fork: each(named('fork'), 1),
  effect: each(named('effect'), 1),
  apply: each([...RESCUE, ...OVERWRITE, ...REPLACE, ...named('apply')], 1),
  landOnBranch: each(['land/commit-made', 'land/ref-moved'], 1),
  landHere: each([...OVERWRITE, ...without(REPLACE, 'replace/moved')], 1),
  deleteWorktree: each([...RESCUE, ...without(DELETE, 'delete/excluded', ...PURGED)], 1),
  deleteInPlace: each([...RESCUE, ...TAKEN_AWAY, ...without(DELETE, ...PURGED)], 1),
  purgeWorktree: each(without(DELETE, 'delete/excluded'), 1),
  purgeInPlace: each([...DELETE, ...TAKEN_AWAY], 1),
  purgeDeleted: [...each(PURGED, 1), ['delete/ref-purged', 2]],
} satisfies Readonly<Record<string, readonly Death[]>>;
