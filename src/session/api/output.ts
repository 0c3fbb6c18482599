import type { SessionId } from '../../model/names/ids.ts';
import type { AttemptOutput, PhaseOutput } from '../results.ts';

/** What agents and checks printed on this machine. */
export interface Output {
  /** The end of what a phase's newest attempt on this machine printed, its agent and its checks. */
  output(session: SessionId, phase: string): Promise<PhaseOutput | null>;
  /** The attempts of a phase, up to this one, of which this machine holds output; the newest first. */
  outputs(session: SessionId, phase: string, upTo: number): Promise<readonly AttemptOutput[]>;
  /** All that one attempt left, made safe to show; null where this machine has none of it. `errors`: its standard error. */
  attemptOutput(
    session: SessionId,
    phase: string,
    attempt: number,
    of: 'agent' | 'errors',
  ): Promise<{
    readonly file: string;
    readonly text: string;
    /** How it ended, and why its gate did not hold; null while that is not known. */
    readonly ended: { readonly outcome: string; readonly reasons: readonly string[] } | null;
  } | null>;
  /** The file with the newest output of a phase's `n`th check on this machine, from 1; null where there is none. */
  checkOutput(session: SessionId, phase: string, n: number): Promise<string | null>;
}
