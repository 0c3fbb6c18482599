import type { SessionId } from '../../model/names/ids.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { Context } from './command.ts';
import type { CairnError } from '../../base/cairnError.ts';
import { EXIT, exitOfError } from '../output/exitCodes.ts';
import { errorJson } from '../output/reportError.ts';

/** What a program is told where no run says where the session stands: what can be read of it now. */
export async function outcomeNow(
  context: Context,
  session: SessionId,
  said: Pick<SaidOutcome, 'reason' | 'message'>,
): Promise<SaidOutcome> {
  const { reason, message } = said;
  try {
    const api = await context.api();
    const [{ seq, state, next: phase }, log] = [await api.status(session), await api.log(session)];
    return { session, reason, seq, state, phase, commit: log.at(-1)?.commit ?? null, message };
  } catch {
    // There is none yet, or it cannot be read: what is said of it stands all the same.
    return { session, reason, seq: 0, state: 'unknown', phase: null, commit: null, message };
  }
}

/**
 * What a refusal that is no error prints with `--json`: an outcome, as exits 3 and 6 always do. Null for everything that is an error.
 */
export async function refusedOutcome(error: CairnError, context: Context): Promise<SaidOutcome | null> {
  const exit = exitOfError(error.code);
  if (exit !== EXIT.waiting && exit !== EXIT.leaseHeld) return null;
  const session = 'session' in error.details ? (error.details.session as SessionId) : null;
  if (session === null) return null;
  const { message } = errorJson(error, { now: context.terminal.now(), command: null });
  return outcomeNow(context, session, {
    reason: exit === EXIT.leaseHeld ? 'lease-held' : 'waiting',
    message,
  });
}
