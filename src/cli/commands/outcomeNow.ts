import type { SessionId } from '../../model/names/ids.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { Context } from './command.ts';
import type { CairnError } from '../../base/cairnError.ts';
import { EXIT, exitOfError } from '../output/exitCodes.ts';
import { errorJson } from '../output/reportError.ts';

/** The outcome for a program when no run reports where the session stands: read from the session itself. */
export async function outcomeNow(
  context: Context,
  session: SessionId,
  said: Pick<SaidOutcome, 'reason' | 'message'>,
): Promise<SaidOutcome> {
  const { reason, message } = said;
  try {
    const api = await context.api();
    const [{ seq, state, next }, log] = [await api.status(session), await api.log(session)];
    return {
      session,
      reason,
      seq,
      state,
      phase: next[0] ?? null,
      commit: log.at(-1)?.commit ?? null,
      message,
    };
  } catch {
    // It does not exist yet or cannot be read; reason and message still hold.
    return { session, reason, seq: 0, state: 'unknown', phase: null, commit: null, message };
  }
}

/** The outcome that a refusal prints with `--json` at exits 3 and 6; null for every real error. */
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
