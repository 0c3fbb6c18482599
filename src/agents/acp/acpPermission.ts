import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { PermissionAnswer } from '../../model/agent/permissionWords.ts';
import type { AgentTask } from '../../session/ports.ts';
import { actOf } from './acpAct.ts';
import type { AcpCalls } from './acpCalls.ts';
import type { AcpDenials } from './acpDenials.ts';
import { lineOf, type Shells } from './acpLine.ts';
import type { AcpPermission } from './acpMessages.ts';

type Option = AcpPermission['options'][number];

/** What is known of the conversation in which an agent asks. */
interface Conversation {
  readonly calls: AcpCalls;
  readonly denials: AcpDenials;
  readonly shells: Shells;
}

/** Asks whoever decides, and answers the agent with one of the options it offers. */
export async function answerPermission(
  { toolCall: asked, options }: AcpPermission,
  { permit }: Pick<AgentTask, 'permit'>,
  { calls, denials, shells }: Conversation,
  cancelled: AbortSignal,
): Promise<RequestPermissionResponse> {
  const gone = new Promise<null>((resolve) => {
    if (cancelled.aborted) resolve(null);
    else cancelled.addEventListener('abort', () => resolve(null), { once: true });
  });
  const toolCall = calls.whole(asked);
  const id = toolCall.toolCallId;
  const act = actOf(toolCall);
  const line = lineOf(toolCall, calls.argumentsOf(asked), { ...shells, ran: calls.linesBefore(id) });
  const answer = await Promise.race([
    permit({ id, kind: toolCall.kind ?? 'other', ...act, ...(line === undefined ? {} : { line }) }),
    gone,
  ]);
  if (answer === 'deny') {
    calls.denied(toolCall);
    denials.denied(id, act.command ?? act.title);
  }
  if (answer !== null && answer !== 'deny') calls.allowed(toolCall);
  const option = answer === null ? undefined : optionFor(answer, options);
  return option === undefined
    ? { outcome: { outcome: 'cancelled' } }
    : { outcome: { outcome: 'selected', optionId: option.optionId } };
}

/**
 * Prefers an option for one time: the agent would remember a lasting one beyond this attempt, and we remember ourselves whether
 * to ask again. Of two ways to say no, prefers the one after which the agent goes on.
 */
function optionFor(answer: PermissionAnswer, options: readonly Option[]): Option | undefined {
  const wanted =
    answer === 'deny'
      ? (['reject_once', 'reject_always'] as const)
      : (['allow_once', 'allow_always'] as const);
  const found = wanted.flatMap((kind) => options.filter((option) => option.kind === kind));
  return found.find((option) => !ENDS_THE_TURN.test(option.optionId)) ?? found[0];
}

/** Codex has `decline`, which fails the call, and `cancel`, which ends the turn: both are a `reject_once` (codex-acp 2.6.0). */
const ENDS_THE_TURN = /^(?:cancel|abort|interrupt)/i;
