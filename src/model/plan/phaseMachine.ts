import { CairnError } from '../../base/cairnError.ts';
import type { PhaseStatus, SessionState } from '../status/statusWords.ts';

/**
 * What may follow what within a session, checkpoint by checkpoint. `restore` and `fork` do not move along it: they
 * replace the whole status by an older one. So nothing leads out of `cancelled` here.
 */
export const SESSION_TRANSITIONS: Readonly<Record<SessionState, readonly SessionState[]>> = {
  // A phase closes and another follows; or the session waits, is blocked, ends.
  running: ['running', 'waiting', 'blocked', 'done', 'cancelled'],
  // A person approves, rejects or answers; an edit while it waits; the gate fails on what was approved.
  waiting: ['running', 'waiting', 'blocked', 'done', 'cancelled'],
  // Resume tries again: the gate holds now, waits for its approval, or is blocked once more.
  blocked: ['running', 'waiting', 'blocked', 'done', 'cancelled'],
  // A person grew the plan: there is work again.
  done: ['running', 'done'],
  cancelled: [],
};

/** What may follow what in a row of the phase table, as an attempt goes and as people act. */
export const PHASE_TRANSITIONS: Readonly<Record<PhaseStatus, readonly PhaseStatus[]>> = {
  // `skipped`: its condition is not met.
  pending: ['running', 'checking', 'skipped', 'blocked', 'cancelled'],
  // `running` again: another attempt after one that ended badly.
  running: ['running', 'checking', 'waiting', 'blocked', 'interrupted', 'cancelled'],
  // `running`: a retry with the reasons in its prompt.
  // `pending`: its loop opens another round.
  checking: ['done', 'waiting', 'running', 'pending', 'blocked', 'interrupted', 'cancelled'],
  // `done`: approved. `pending`: rejected or answered. `checking`: the gate once more. `waiting`: an edit, the same question.
  waiting: ['done', 'pending', 'running', 'checking', 'waiting', 'blocked', 'cancelled'],
  // An artifact that was approved has changed since: the phase waits again (failure F11). `pending`: in another round.
  done: ['waiting', 'pending'],
  skipped: ['pending'],
  // Resume tries the gate on the tree as it is, then a new attempt.
  blocked: ['checking', 'running', 'waiting', 'pending', 'blocked', 'cancelled'],
  // Resume: gate and checkpoint only when the agent had ended, else a new attempt.
  interrupted: ['running', 'checking', 'waiting', 'blocked', 'pending', 'cancelled'],
  cancelled: [],
};

/** Throws `internal/unexpected` when the tables above do not allow it, and for a word that they do not know. */
export function assertTransition(of: 'session', from: SessionState, to: SessionState): void;
export function assertTransition(of: 'phase', from: PhaseStatus, to: PhaseStatus): void;
export function assertTransition(of: 'session' | 'phase', from: string, to: string): void {
  const allowed: ReadonlyMap<string, readonly string[]> = new Map(
    Object.entries(of === 'session' ? SESSION_TRANSITIONS : PHASE_TRANSITIONS),
  );
  if (allowed.get(from)?.includes(to) !== true)
    throw new CairnError('internal/unexpected', { what: `illegal transition of a ${of}: ${from} → ${to}` });
}
