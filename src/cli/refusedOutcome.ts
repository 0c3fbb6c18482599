import type { CairnError } from '../base/cairnError.ts';
import type { SessionId } from '../model/ids.ts';
import type { Outcome } from '../session/results.ts';
import type { Context } from './command.ts';
import { EXIT, exitOfError } from './exitCodes.ts';
import { errorJson } from './reportError.ts';

/**
 * What a refusal that is no error prints with `--json`: an outcome, as exits 3 and 6 always do (format,
 * section 9). Null for everything that is an error.
 */
export async function refusedOutcome(error: CairnError, context: Context): Promise<Outcome | null> {
  const exit = exitOfError(error.code);
  if (exit !== EXIT.waiting && exit !== EXIT.leaseHeld) return null;
  const session = 'session' in error.details ? (error.details.session as SessionId) : null;
  return session === null
    ? null
    : describe(error, session, exit === EXIT.leaseHeld ? 'lease-held' : 'waiting', context);
}

async function describe(
  error: CairnError,
  session: SessionId,
  reason: Outcome['reason'],
  context: Context,
): Promise<Outcome> {
  const { message } = errorJson(error, { now: context.terminal.now(), command: null });
  try {
    const api = await context.api();
    const [{ seq, state, next }, log] = [await api.status(session), await api.log(session)];
    return { session, reason, seq, state, phase: next, commit: log.at(-1)?.commit ?? null, message };
  } catch {
    // The refusal stands although the session cannot be read (a start that was refused has none).
    return { session, reason, seq: 0, state: 'unknown', phase: null, commit: null, message };
  }
}
