import { activityBetween } from '../state/activityBetween.ts';
import { findSession, type SessionKey, type WindowState } from '../state/windowState.ts';
import { phaseRows } from './phaseRows.ts';
import type { Row } from './row.ts';
import { activityRows } from './activityRows.ts';

/**
 * Ids of the rows to draw anew where only what agents do is new, else null for all of them: what changes many times a
 * second must not have the whole tree asked again, which may start processes.
 */
export function rowsToRedraw(before: WindowState, after: WindowState): readonly string[] | null {
  return activityBetween(before, after)?.flatMap((key) => rowsBetween(before, after, key)) ?? null;
}

function rowsBetween(before: WindowState, after: WindowState, key: SessionKey): readonly string[] {
  const [old, now] = [rowsOf(before, key), rowsOf(after, key)];
  const ids = (of: typeof now): string => of.rows.map(({ id }) => id).join('\n');
  // One more or one less: whatever they hang below asks for its children again.
  if (ids(old) !== ids(now)) return [...new Set([...old.phases, ...now.phases])];
  return now.rows.map(({ id }) => id);
}

/** A row as it is now: of those that show what an agent does, VS Code holds one of a moment ago. */
export function freshRow(state: WindowState, row: Row): Row {
  const { subject } = row;
  if (subject.kind !== 'activity' || subject.what === 'step') return row;
  return rowsOf(state, subject).rows.find(({ id }) => id === row.id) ?? row;
}

function rowsOf(
  state: WindowState,
  key: SessionKey,
): { readonly phases: readonly string[]; readonly rows: readonly Row[] } {
  const node = findSession(state, key);
  const phase = node?.status?.phases.find(({ id }) => id === node.activity?.phase);
  if (node === null || phase === undefined) return { phases: [], rows: [] };
  const rows = phaseRows(key.repository, node, 0);
  return {
    phases: rows.flatMap(({ id, subject }) =>
      subject.kind === 'phase' && subject.phase === phase.id ? [id] : [],
    ),
    rows: activityRows(key.repository, node, phase),
  };
}
