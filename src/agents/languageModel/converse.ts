import { createHash } from 'node:crypto';
import { assertNever } from '../../base/assertNever.ts';
import type { AgentOutcome } from '../../model/agentOutcome.ts';
import { planTurn } from '../../model/planTurn.ts';
import { inputHash, type TurnsEnd } from '../../model/turnJournal.ts';
import type { AgentTask, ChatModel } from '../../session/ports.ts';
import { Interlocutor, type Reply } from './askModel.ts';
import { outcomeOfChatFailure } from './chatOutcome.ts';
import { runTools } from './runTools.ts';
import type { Workplace } from './tools/tool.ts';
import { toolSpecs } from './tools/toolBox.ts';
import type { TurnLog } from './turnLog.ts';

/** A model that has not come to an end by then goes in circles. */
const MOST_TURNS = 200;
/** So many replies without a call, one after the other, are an end. */
const MOST_SILENT = 2;

const GO_ON =
  'You called no tool. If everything that must be there is there, call finish_phase; if not, go on with the tools.';

/**
 * Leads a conversation to its end: what its journal says is to be done is done, written down, and looked at again.
 * Rejects only with the reason of the task's signal.
 */
export async function converse(
  model: ChatModel,
  log: TurnLog,
  at: Workplace & { readonly task: AgentTask },
): Promise<AgentOutcome> {
  const { task } = at;
  const interlocutor = new Interlocutor(model, toolSpecs());
  const used = usageTeller(task);
  for (;;) {
    task.signal.throwIfAborted();
    const { messages, next } = planTurn(log.lines, (call) => inputHash(call, sha256));
    switch (next.do) {
      case 'end':
        return outcomeOf(next.outcome);
      case 'stop':
        return crashed(`${model.name} used the id ${JSON.stringify(next.id)} for two different calls`);
      case 'run-tools':
        await runTools(next.turn, next.calls, log, at);
        break;
      case 'weigh':
        if (next.inARow < MOST_SILENT) await log.write({ type: 'said', text: GO_ON });
        else await log.write({ type: 'ended', turn: next.turn, outcome: endOf(next.text) });
        break;
      case 'ask': {
        if (next.turn > MOST_TURNS)
          return crashed(`${model.name} had not finished after ${MOST_TURNS} turns`);
        const { turn } = next;
        await log.write({ type: 'turn-requested', turn, model: model.id, messages: messages.length });
        const asked = await interlocutor.ask(messages, task);
        if (asked.kind === 'failed') return outcomeOfChatFailure(asked.failure, model.name);
        if (asked.kind === 'too-long')
          return crashed(
            `what ${model.name} must be told does not fit into the ${model.maxInputTokens} tokens that it takes`,
          );
        const { text, calls } = asked.reply;
        await log.write({ type: 'turn-received', turn, text, calls });
        used(asked.reply);
        break;
      }
      default:
        assertNever(next);
    }
  }
}

const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex');

const crashed = (reason: string): AgentOutcome => ({ kind: 'crashed', reason, exitCode: null });

const endOf = (text: string): TurnsEnd => ({ kind: 'completed', finalText: text.slice(-4_000) });

function outcomeOf(end: TurnsEnd): AgentOutcome {
  if (end.kind === 'completed')
    return end.finalText === '' ? { kind: 'completed' } : { kind: 'completed', finalText: end.finalText };
  const { question, options } = end;
  return options.length === 0
    ? { kind: 'needs-input', question }
    : { kind: 'needs-input', question, options };
}

/** What this attempt has used so far: what an attempt before it paid for is not counted twice. */
function usageTeller({ onEvent }: Pick<AgentTask, 'onEvent'>): (reply: Reply) => void {
  const used = { inputTokens: 0, outputTokens: 0 };
  return ({ inputTokens, outputTokens }) => {
    used.inputTokens += inputTokens;
    used.outputTokens += outputTokens;
    onEvent({ type: 'usage', usage: { ...used, totalTokens: null, costUsd: null } });
  };
}
