import { agentDifferences, type AgentIdentity } from '../../../model/agent/agentDifferences.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { readAttempts, type OpenAttempt } from '../../../model/attempt/openAttempt.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import type { Agent, GoOn } from '../../ports.ts';
import { agentOfPhaseBefore } from '../../record/agentBefore.ts';
import { tell } from '../../tell.ts';

/** What the agent may go on from: an attempt at the same phase that was cut off, when it is the same agent's. */
export async function goOnFrom(
  { state }: Pick<Drive, 'state'>,
  phase: Phase,
  agent: Pick<Agent, 'kind' | 'name'>,
  cutOff: OpenAttempt | null,
): Promise<GoOn | null> {
  if (cutOff === null || cutOff.phase !== phase.id) return null;
  if (cutOff.agent.kind !== agent.kind || cutOff.agent.name !== agent.name) return null;
  return { folder: await state.outputFolder(cutOff.phase, cutOff.attempt), hint: cutOff.hint };
}

/**
 * Says it when who does the work is not who did it before: on another machine, after an update, or because a setting
 * changed. To be asked before the attempt begins, and again when its agent has said more of itself; what was said is
 * not said again.
 */
export async function tellOfChange(
  { world, record, state }: Pick<Drive, 'world' | 'record' | 'state'>,
  phase: Phase,
): Promise<(now: AgentIdentity) => void> {
  const before = whoBefore(record, phase, (await state.readJournal()).lines);
  const told = new Set<string>();
  return (now) => {
    if (before === null) return;
    const news = agentDifferences(before.agent, now).filter((one) => !told.has(one));
    for (const one of news) told.add(one);
    if (news.length > 0) tell(world, { notice: 'other-agent', phase: phase.id, before: before.of, news });
  };
}

function whoBefore(
  record: Drive['record'],
  phase: Phase,
  journal: readonly JournalLine[],
): { readonly agent: AgentIdentity; readonly of: string } | null {
  const own = record.records.get(phase.id);
  const published =
    own === undefined || own.agent === null
      ? agentOfPhaseBefore(record, phase)
      : { agent: own.agent, of: `attempt ${own.attempt}` };
  const begun = journal.findLast((line) => line.type === 'attempt-begun' && line.phase === phase.id);
  if (begun?.type !== 'attempt-begun') return published;
  const agent = { kind: begun.agentKind ?? null, name: begun.agent };
  const of = `attempt ${begun.attempt}`;
  // One that was cut off did not live to say its version; one whose gate did not hold has said what there was to say.
  if (readAttempts(journal).open?.phase !== phase.id || published?.agent.name !== agent.name)
    return { agent, of };
  return { agent: { ...published.agent, ...agent }, of };
}
