import type { AgentIdentity } from '../../model/agent/agentDifferences.ts';
import { canonicalJson } from '../../model/text/canonicalJson.ts';
import { inClosingOrder } from '../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** Who worked before, and on which phase. */
export interface AgentBefore {
  readonly agent: AgentIdentity;
  readonly of: PhaseId;
}

/**
 * Who is to be expected to do a phase: whoever did the phase closed last before it, of those for which the workflow names
 * the same agent. Null: there is none. Phases that name different agents are not compared.
 */
export function agentOfPhaseBefore(
  { workflow, records }: Pick<SessionRecord, 'workflow' | 'records'>,
  phase: Phase,
): AgentBefore | null {
  const choice = (of: Phase): string => canonicalJson(of.agent ?? workflow.agent);
  const own = records.get(phase.id);
  const alike = workflow.phases.filter((other) => other.id !== phase.id && choice(other) === choice(phase));
  const last = alike
    .flatMap(({ id }) => records.get(id) ?? [])
    .filter((known) => known.status === 'done' && (own === undefined || inClosingOrder(known, own) < 0))
    .sort(inClosingOrder)
    .at(-1);
  return last === undefined || last.agent === null ? null : { agent: last.agent, of: last.phase };
}
