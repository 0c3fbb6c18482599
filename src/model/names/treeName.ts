import type { SessionId, TreeName } from './ids.ts';

const SLOT = /^(.+)\+([1-9]\d?)$/;

/** The name of a session's working tree: its own id for the first slot, `<session>+2` and so on for the others. */
export const treeName = (session: SessionId, slot: number): TreeName =>
  slot === 1 ? session : (`${session}+${slot}` as TreeName);

/** Of which session and slot a working tree is. */
export function slotIn(name: TreeName): { readonly session: SessionId; readonly slot: number } {
  const [, session, slot] = SLOT.exec(name) ?? [];
  return session === undefined
    ? { session: name as SessionId, slot: 1 }
    : { session: session as SessionId, slot: Number(slot) };
}
