import {
  findSession,
  type SessionKey,
  type WindowState,
  type FolderState,
  type SessionNode,
} from '../state/windowState.ts';
import { phaseRow } from './phaseRows.ts';
import type { Row } from './row.ts';
import { activityRows } from './activityRows.ts';

/**
 * Ids of the rows to redraw when only agent activity changed, else null for all rows. Activity changes many times a second
 * and must not make VS Code ask for the whole tree again, which may start processes.
 */
export function rowsToRedraw(before: WindowState, after: WindowState): readonly string[] | null {
  return activityBetween(before, after)?.flatMap((key) => rowsBetween(before, after, key)) ?? null;
}

function rowsBetween(before: WindowState, after: WindowState, key: SessionKey): readonly string[] {
  const [old, now] = [rowsOf(before, key), rowsOf(after, key)];
  const ids = (of: typeof now): string => of.rows.map(({ id }) => id).join('\n');
  // A row was added or removed, so its parent must ask for its children again.
  if (ids(old) !== ids(now)) return [...new Set([...old.phases, ...now.phases])];
  return now.rows.map(({ id }) => id);
}

/** The current version of a row: VS Code may hold an outdated one for a live agent. */
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
  if (node === null) return { phases: [], rows: [] };
  const active = new Set<string>(node.activities.map(({ phase }) => phase));
  const phases = node.status?.phases.filter(({ id }) => active.has(id)) ?? [];
  return {
    phases: phases.map((phase) => phaseRow(key.repository, node, phase, 0).id),
    rows: phases.flatMap((phase) => activityRows(key.repository, node, phase)),
  };
}

/**
 * The sessions whose activity changed; null when anything else changed too, since then everything may look different.
 * Compares by identity: unchanged values are the same objects, see `reduceState`.
 */
export function activityBetween(before: WindowState, after: WindowState): readonly SessionKey[] | null {
  if (before.trusted !== after.trusted || before.folders.length !== after.folders.length) return null;
  const found: SessionKey[] = [];
  for (const [at, folder] of after.folders.entries()) {
    const old = before.folders[at];
    if (old === folder) continue;
    const moved = old === undefined ? null : movedIn(old, folder);
    if (moved === null) return null;
    found.push(...moved);
  }
  return found;
}

function movedIn(old: FolderState, now: FolderState): readonly SessionKey[] | null {
  if (old.kind !== 'repository' || now.kind !== 'repository') return null;
  const [was, is] = [old.repository, now.repository];
  const isSame =
    was.key === is.key &&
    was.isListed === is.isListed &&
    was.underWay === is.underWay &&
    was.sessions.length === is.sessions.length;
  if (!isSame) return null;
  const moved = is.sessions.filter((node, at) => node !== was.sessions[at]);
  const onlySeen = moved.every((node) => differsInActivity(was.sessions[is.sessions.indexOf(node)], node));
  return onlySeen ? moved.map(({ summary }) => ({ repository: is.key, session: summary.session })) : null;
}

function differsInActivity(old: SessionNode | undefined, now: SessionNode): boolean {
  return (
    old !== undefined &&
    old.summary === now.summary &&
    old.status === now.status &&
    old.restored === now.restored &&
    old.problem === now.problem &&
    old.preparation === now.preparation
  );
}
