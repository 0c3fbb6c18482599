import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import { MOST_PROMPTS_AGAIN } from '../../../model/agent/denials.ts';
import { cutMiddle, onOneLine } from '../../../model/agent/permissionAct.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import type { AgentTask } from '../../ports.ts';
import { tell } from '../../tell.ts';
import { secretsBlanked } from '../../workingTree/withoutSecrets.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/**
 * Lets an agent whose turn ended over a denial be prompted again, a limited number of times per phase. Attempts and resumes do
 * not reset the count: journal and record keep it.
 *
 * @param hint the agent's own session
 */
export function promptAgainBy(
  drive: AtTip,
  row: StatusRow,
  agent: string,
  hint: () => string,
): AgentTask['promptAgain'] {
  const { world, state } = drive;
  return async (denied) => {
    const { lines } = await state.readJournal();
    const before = tallyAttempts(recordBefore(drive.record, row), lines, row.phase, []);
    const times = (before.promptedAgain ?? 0) + 1;
    const shown = await Promise.all(denied.map((one) => secretsBlanked(world.secrets, one)));
    const quoted = shown.map((one) => `\`${cutMiddle(onOneLine(one), LONGEST)}\``);
    if (times > MOST_PROMPTS_AGAIN) {
      tell(world, { notice: 'not-prompted-again', agent, denied: quoted, most: MOST_PROMPTS_AGAIN });
      return false;
    }
    await state.journal(
      { type: 'session-hint', at: world.clock.now(), id: hint(), promptedAgain: true },
      { flush: true },
    );
    tell(world, { notice: 'prompted-again', agent, denied: quoted, times, most: MOST_PROMPTS_AGAIN });
    return true;
  };
}

const LONGEST = 100;
