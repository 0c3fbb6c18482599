import { attemptEnd } from '../../model/attempt/attemptEnd.ts';
import type { JournalReading, OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { hasCost } from '../../model/attempt/retryCosts.ts';
import { overIn } from '../../model/graph/planNext.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { ResumeFacts } from '../../model/plan/resumeFacts.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import { answeredOf } from '../record/answeredOf.ts';
import type { CheckedOut } from '../drive.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { compareHeads } from '../workingTree/elsewhere.ts';

/** If the plan no longer has the phase, or it is not its turn there, only its leftovers matter. */
export function openFacts(record: SessionRecord, open: OpenAttempt, isUnmoved: boolean): ResumeFacts['open'] {
  const { phase, attempt, agent, ended, cutOffs } = open;
  const planned = phaseOf(record, phase);
  return {
    phase,
    attempt,
    agentKind: planned === undefined ? null : agent.kind,
    ended: planned !== undefined && ended !== null && isUnmoved ? attemptEnd(ended) : null,
    cutOffs: planned === undefined ? 0 : cutOffs,
    retries: planned?.retries ?? 0,
  };
}

/** An attempt whose gate failed and that another was to follow, and whether that has cost a retry. */
export function retryFacts({
  retrying,
  failed,
}: Pick<JournalReading, 'retrying' | 'failed'>): ResumeFacts['retrying'] {
  if (retrying === null) return null;
  const { phase, attempt, outcome } = retrying;
  const here = failed.filter((one) => one.phase === phase && one.attempt < attempt);
  return { phase, attempt, outcome, costs: hasCost(retrying, here) };
}

/** Work that was answered for, unless an attempt has begun since: what that has left is not what they saw. */
export function answeredFacts(
  record: SessionRecord,
  phase: PhaseId,
  { open, retrying, highest }: Pick<JournalReading, 'open' | 'retrying' | 'highest'>,
): ResumeFacts['answered'] {
  if (open !== null || retrying !== null || phaseOf(record, phase) === undefined) return null;
  const attempt = answeredOf(record, phase);
  return attempt === null || (highest.get(phase) ?? 0) > attempt ? null : { phase, attempt };
}

/** True unless HEAD is on another history than where the agent left it, or, in a worktree, that was left in a merge since. */
export async function isUnmoved(
  { world, isolation, checkout: { found } }: CheckedOut,
  { ended }: OpenAttempt,
): Promise<boolean> {
  const isBroken = found.busy !== null || found.unmerged.length > 0;
  if (isolation === 'worktree' && isBroken) return false;
  const left = ended?.head;
  return left === undefined || (await compareHeads(world.repository, left, found.head)) !== 'elsewhere';
}

/** A phase, where it may be gone on with: under another plan it may be repeated by now, or need what is not done. */
export function phaseOf(
  { workflow, status }: Pick<SessionRecord, 'workflow' | 'status'>,
  phase: PhaseId,
): Phase | undefined {
  const planned = workflow.phases.find(({ id, forEach }) => id === phase && forEach === null);
  return planned?.needs.every(overIn(workflow.phases, status.rows)) === true ? planned : undefined;
}
