import type { SessionRecord } from '../record/sessionRecord.ts';
import type { ActResult } from '../results.ts';

/** What an act answers: the session's state afterwards. */
export const actResult = ({
  session,
  status,
  commit,
}: Pick<SessionRecord, 'session' | 'status' | 'commit'>): ActResult => ({
  session,
  seq: status.seq,
  commit,
  state: status.state,
});
