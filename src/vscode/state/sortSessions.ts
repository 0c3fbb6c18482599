import type { SessionNode } from './windowState.ts';

/** Open sessions first, then finished ones; within both the one that moved last comes first. */
export function sortSessions(nodes: readonly SessionNode[]): readonly SessionNode[] {
  return [...nodes].sort(
    (a, b) =>
      Number(isFinished(a.summary.state)) - Number(isFinished(b.summary.state)) ||
      b.summary.updated.localeCompare(a.summary.updated) ||
      a.summary.session.localeCompare(b.summary.session),
  );
}

/** True for states that nothing follows by itself. */
export function isFinished(state: string): boolean {
  return state === 'done' || state === 'cancelled';
}
