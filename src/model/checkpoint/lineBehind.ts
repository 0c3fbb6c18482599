/** Tells which checkpoint precedes this one in the work: its parent or, for a restore, the one restored to. */
interface Step {
  /** `restored` is a seq of the restore's own session, not of the one it was forked from. */
  readonly session: string | null;
  readonly seq: number | null;
  readonly kind: string | null;
  readonly phase: string | null;
  readonly attempt: number | null;
  readonly restored: number | null;
}

/**
 * The checkpoints whose work is in the newest, newest first, without those that a restore undid. Ends where the clone does, or
 * at a restore whose target is missing.
 */
export function lineBehind<T>(newestFirst: readonly T[], stepOf: (at: T) => Step): readonly T[] {
  const line: T[] = [];
  let next = 0;
  for (;;) {
    const at = newestFirst[next];
    if (at === undefined) return line;
    line.push(at);
    const step = stepOf(at);
    if (step.kind !== 'restore') {
      next += 1;
      continue;
    }
    const before = newestFirst.slice(next + 1).findIndex((older) => isRestored(stepOf(older), step));
    if (before === -1) return line;
    next += 1 + before;
  }
}

/** Restores from before the trailer existed name the phase and attempt that they went back to. */
function isRestored(older: Step, { session, restored, phase, attempt }: Step): boolean {
  if (older.session !== session) return false;
  if (restored !== null) return older.seq === restored;
  return older.kind !== 'restore' && older.phase === phase && older.attempt === attempt;
}
