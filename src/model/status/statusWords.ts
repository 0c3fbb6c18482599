export const SESSION_STATES = ['running', 'waiting', 'blocked', 'done', 'cancelled'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Status of a row in the working tree while a phase runs. */
export const PHASE_STATUSES = [
  'pending',
  'running',
  'checking',
  'waiting',
  'done',
  'skipped',
  'blocked',
  'interrupted',
  'cancelled',
] as const;
export type PhaseStatus = (typeof PHASE_STATUSES)[number];

/** Status of a row in a checkpoint. */
export const COMMITTED_STATUSES = ['pending', 'waiting', 'done', 'skipped', 'blocked', 'cancelled'] as const;
export type CommittedStatus = (typeof COMMITTED_STATUSES)[number];

/** The statuses of phases that have a phase.json, whatever became of them. */
export const HAS_RECORD: readonly string[] = ['waiting', 'blocked', 'done', 'skipped'];

/** A status only to show: a word unknown to this version becomes `unknown`. */
export const shownState = (word: string | null): SessionState | 'unknown' =>
  SESSION_STATES.find((known) => known === word) ?? 'unknown';
export const shownStatus = (word: string): PhaseStatus | 'unknown' =>
  PHASE_STATUSES.find((known) => known === word) ?? 'unknown';

/**
 * What stands behind a *done*. `passed`: all checks passed. `changed`: they did, and what one of them runs was changed in this session. `red`: one did not, and that was allowed. `approved`: nothing was run, and a
 * person said yes. `nothing`: nothing was run, and nobody said anything.
 */
export const CHECKED = ['passed', 'changed', 'red', 'approved', 'nothing'] as const;
export type Checked = (typeof CHECKED)[number];

/** The same only to show, of what is done: a word of a later version is told as if nobody had written one. */
export const shownChecked = (status: string | null, word: string | null): Checked | null =>
  status === 'done' ? (CHECKED.find((known) => known === word) ?? null) : null;
