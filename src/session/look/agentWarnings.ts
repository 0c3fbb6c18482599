import { agentDifferences, type AgentIdentity } from '../../model/agent/agentDifferences.ts';
import { inClosingOrder } from '../../model/checkpoint/inClosingOrder.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { agentOfPhaseBefore } from '../record/agentBefore.ts';
import type { Warning } from '../warning.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';

/**
 * That who works now, or did last, is not who did the phase before, although the workflow names the same agent for both.
 * Of what is over for good nothing is warned.
 */
export function agentWarnings(record: SessionRecord, open: OpenAttempt | null): readonly Warning[] {
  const { state } = record.status;
  const now = state === 'done' || state === 'cancelled' ? null : whoNow(record, open);
  const phase = record.workflow.phases.find(({ id }) => id === now?.phase);
  if (now === null || phase === undefined) return [];
  const before = agentOfPhaseBefore(record, phase);
  const differences = before === null ? [] : agentDifferences(before.agent, now.agent);
  if (before === null || differences.length === 0) return [];
  return [{ warning: 'other-agent', phase: now.phase, before: before.of, differences }];
}

function whoNow(
  { records }: SessionRecord,
  open: OpenAttempt | null,
): { readonly phase: PhaseId; readonly agent: AgentIdentity } | null {
  if (open !== null) return { phase: open.phase, agent: open.agent };
  const last = [...records.values()].sort(inClosingOrder).at(-1);
  return last === undefined || last.agent === null ? null : { phase: last.phase, agent: last.agent };
}
