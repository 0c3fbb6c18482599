import type { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { SaidOutcome } from '../../sentences/outcomeSentence.ts';
import type { Context } from './command.ts';
import { EXIT, exitOfError } from '../output/exitCodes.ts';
import { outcomeNow } from './outcomeNow.ts';
import { errorJson } from '../output/reportError.ts';

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
