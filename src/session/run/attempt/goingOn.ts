import { agentDifferences, type AgentIdentity } from '../../../model/agent/agentDifferences.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { readAttempts, type OpenAttempt } from '../../../model/attempt/openAttempt.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import type { Agent, GoOn } from '../../ports.ts';
import { agentOfPhaseBefore } from '../../record/agentBefore.ts';
import { tell } from '../../tell.ts';

/** The interrupted attempt that the agent may continue: of the same phase, by the same agent. */
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
 * Tells when a different agent than before does the work: on another machine, after an update, or because a setting changed.
 * Called before the attempt begins and again when its agent has told more about itself; never tells the same twice.
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
  // An interrupted attempt did not live to tell its version; one whose gate failed has told it.
  if (readAttempts(journal).open?.phase !== phase.id || published?.agent.name !== agent.name)
    return { agent, of };
  return { agent: { ...published.agent, ...agent }, of };
}
