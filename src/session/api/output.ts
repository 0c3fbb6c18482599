import type { SessionId } from '../../model/names/ids.ts';
import type { AttemptOutput, PhaseOutput } from '../results.ts';

/** What agents and checks printed on this machine. */
export interface Output {
  /** The end of the output of a phase's newest attempt on this machine, agent and checks. */
  output(session: SessionId, phase: string): Promise<PhaseOutput | null>;
  /** The attempts of a phase, up to this one, whose output this machine has; newest first. */
  outputs(session: SessionId, phase: string, upTo: number): Promise<readonly AttemptOutput[]>;
  /** The whole output of one attempt, made safe to show; null if this machine has none. `errors`: its standard error. */
  attemptOutput(
    session: SessionId,
    phase: string,
    attempt: number,
    of: 'agent' | 'errors',
  ): Promise<{
    readonly file: string;
    readonly text: string;
    /** How it ended, and why its gate did not hold; null while unknown. */
    readonly ended: { readonly outcome: string; readonly reasons: readonly string[] } | null;
  } | null>;
  /** The file with the newest output of a phase's `n`th check on this machine, counted from 1; null if there is none. */
  checkOutput(session: SessionId, phase: string, n: number): Promise<string | null>;
}
