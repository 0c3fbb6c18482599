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
  if (session === null) return null;
  // The refusal stands whether or not the session can be read for the rest of the answer.
  const api = await context.api();
  const status = await api.status(session).catch(() => null);
  const tip = (await api.log(session).catch(() => [])).at(-1);
  return {
    session,
    reason: exit === EXIT.leaseHeld ? 'lease-held' : 'waiting',
    seq: status?.seq ?? tip?.seq ?? 0,
    state: status?.state ?? 'unknown',
    phase: status?.next ?? null,
    commit: tip?.commit ?? null,
    message: errorJson(error).message,
  };
}
