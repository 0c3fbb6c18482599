import { join } from 'node:path';
import type { SessionState } from '../session/ports.ts';
import type { AppendLog } from './appendLog.ts';
import { openSessionState } from './sessionState.ts';
import { stateOfSlot } from './stateOfSlot.ts';

/** A further slot of a session, in a folder below the session's. */
export function openSlotState(
  session: SessionState,
  slot: number,
  logOf: (path: string) => AppendLog,
): SessionState {
  const folder = join(session.folder, 'slots', String(slot));
  return stateOfSlot(session, openSessionState(folder, logOf, join(session.folder, '..', '..')));
}
