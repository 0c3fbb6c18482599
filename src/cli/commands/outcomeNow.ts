import type { SessionId } from '../../model/names/ids.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { Context } from './command.ts';

/** What a program is told where no run says where the session stands: what can be read of it now. */
export async function outcomeNow(
  context: Context,
  session: SessionId,
  said: Pick<SaidOutcome, 'reason' | 'message'>,
): Promise<SaidOutcome> {
  try {
    const api = await context.api();
    const [{ seq, state, next }, log] = [await api.status(session), await api.log(session)];
    const commit = log.at(-1)?.commit ?? null;
    return { session, reason: said.reason, seq, state, phase: next, commit, message: said.message };
  } catch {
    // There is none yet, or it cannot be read: what is said of it stands all the same.
    const { reason, message } = said;
    return { session, reason, seq: 0, state: 'unknown', phase: null, commit: null, message };
  }
}
