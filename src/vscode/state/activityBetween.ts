import type { FolderState, SessionKey, SessionNode, WindowState } from './windowState.ts';

/**
 * The sessions of which only what their agents do is new; null where anything else is: then everything may look
 * different. Values that did not change are the same objects, see `reduceState`.
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
  if (was.key !== is.key || was.workflows !== is.workflows || was.sessions.length !== is.sessions.length)
    return null;
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
    old.problem === now.problem
  );
}
