import { join } from 'node:path';
import type { SessionState } from '../session/ports.ts';
import type { AppendLog } from './appendLog.ts';
import { openSessionState } from './sessionState.ts';

/** A further slot of a session: what its working tree needs is its own, all else is the session's. */
export function openSlotState(
  session: SessionState,
  slot: number,
  logOf: (path: string) => AppendLog,
): SessionState {
  const own = openSessionState(
    join(session.folder, 'slots', String(slot)),
    logOf,
    join(session.folder, '..', '..'),
  );
  const { recordPublished, published, outputFolder, outputs, tail } = session;
  const { request, requests, permissions, trust, notes } = session;
  return {
    ...own,
    ...{ recordPublished, published, outputFolder, outputs, tail },
    ...{ request, requests, permissions, trust, notes },
    slots: async () => [],
  };
}
