import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { ProcessEnd } from '../../session/ports.ts';
import { because } from '../outcomeOfProcess.ts';
import { crashed, withExitCode } from '../outcomes.ts';
import { ofFailure } from './endingWords.ts';
import type { Reading } from './headlessReader.ts';

/** What had been read of a stream by the time its process was gone. */
export interface StreamRead {
  /** How the agent ended, in its own last message; null if it has not said. */
  readonly said: AgentOutcome | null;
  /** The last failure it reported without then saying how it ended; null if none. */
  readonly trouble: AgentOutcome | null;
  /** Length in characters of the longest line that was skipped; 0 if none was. */
  readonly tooLong: number;
  /** True when we ended it, long after its last message. */
  readonly ended: boolean;
}

/**
 * How an agent ended whose stream we read and that ended by itself.
 *
 * | told | process | outcome |
 * |---|---|---|
 * | its last word | exit 0, another exit code, ended by us | that word |
 * | done | somebody else's signal | crashed: some agents are a loader, whose child may go on and report done |
 * | no last word, a failure before | exit | that failure |
 * | no last word | another exit code | the last line of its standard error: rate-limited, unauthenticated, refused, else crashed |
 * | no last word | exit 0, a signal | crashed: its output was cut off |
 */
export function outcomeOfStream(
  { said, trouble, tooLong, ended }: StreamRead,
  { kind, exitCode, signal, tail }: ProcessEnd,
  reading: Reading,
): AgentOutcome {
  const killed = kind === 'signalled' && !ended;
  if (said !== null && !(killed && said.kind === 'completed')) return said;
  const passedOver = tooLong === 0 ? '' : `, and a line of ${tooLong} characters was passed over`;
  const when =
    said === null ? ` in the middle of its turn${passedOver}` : ', although its turn is called done';
  if (kind === 'signalled') return crashed(`${reading.name} was ended by ${signal ?? 'a signal'}${when}`);
  if (trouble !== null) return trouble;
  const how = `${reading.name} ended in the middle of its turn (exit ${exitCode})${passedOver}`;
  if (exitCode === 0) return crashed(how, exitCode);
  return withExitCode(ofFailure(because(how, tail), '', reading), exitCode);
}
