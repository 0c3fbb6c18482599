import { assertNever } from '../../base/assertNever.ts';
import { sha256 } from '../../host/hashes.ts';
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { ChatMessage, ChatFailure } from '../../model/chat/chat.ts';
import { planTurn } from '../../model/chat/planTurn.ts';
import { inputHash, type TurnLine, type TurnsEnd } from '../../model/chat/turnJournal.ts';
import type { Usage } from '../../model/attempt/usage.ts';
import type { AgentTask, ChatModel } from '../../session/ports.ts';
import { asking, crashed } from '../outcomes.ts';
import { outcomeOfLastWords, outcomeOfWords } from '../outcomeOfWords.ts';
import { Interlocutor } from './askModel.ts';
import { runTools } from './runTools.ts';
import type { Workplace } from './tools/tool.ts';
import { TOOL_SPECS } from './tools/toolBox.ts';
import type { TurnLog } from './turnLog.ts';

/** A model that has not finished by then is going in circles. */
const MOST_TURNS = 200;
/** This many replies in a row without a call count as an end. */
const MOST_SILENT = 2;

const GO_ON =
  'You called no tool. If everything that must be there is there, call finish_phase; if not, go on with the tools.';

/**
 * Leads a conversation to its end: does what the journal says comes next, writes it down, and looks at the journal again.
 * Rejects only with the reason of the task's signal.
 */
export async function converse(
  model: ChatModel,
  log: TurnLog,
  at: Workplace & { readonly task: AgentTask },
): Promise<AgentOutcome> {
  const { task } = at;
  const interlocutor = new Interlocutor(model, TOOL_SPECS);
  if (log.lines.some(({ type }) => type === 'turn-received')) tellUse(log, task);
  for (;;) {
    task.signal.throwIfAborted();
    const { messages, next } = planTurn(log.lines, (call) => inputHash(call, sha256));
    switch (next.do) {
      case 'end':
        return turnsOutcome(next.outcome);
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
        const end = await askNext(next.turn, messages, log, interlocutor, task);
        if (end !== null) return end;
        break;
      }
      default:
        assertNever(next);
    }
  }
}

/** Has the model take a turn and journals it; resolves to an outcome if the model gave none. */
async function askNext(
  turn: number,
  messages: readonly ChatMessage[],
  log: TurnLog,
  interlocutor: Interlocutor,
  task: AgentTask,
): Promise<AgentOutcome | null> {
  const { model } = interlocutor;
  if (turn > MOST_TURNS) return crashed(`${model.name} had not finished after ${MOST_TURNS} turns`);
  await log.write({ type: 'turn-requested', turn, model: model.id, messages: messages.length });
  const asked = await interlocutor.ask(messages, task);
  switch (asked.kind) {
    case 'replied':
      await log.write({ type: 'turn-received', turn, ...asked.reply });
      tellUse(log, task);
      return null;
    case 'failed':
      return outcomeOfChatFailure(asked.failure, model.name);
    case 'flood':
      return crashed(`${model.name} gave a reply without an end`);
    case 'too-long':
      return crashed(
        `what ${model.name} must be told does not fit into the ${model.maxInputTokens} tokens that it takes`,
      );
    default:
      return assertNever(asked);
  }
}

const endOf = (text: string): TurnsEnd => ({ kind: 'completed', finalText: text.slice(-4_000) });

function turnsOutcome(end: TurnsEnd): AgentOutcome {
  if (end.kind === 'completed') return outcomeOfLastWords(end.finalText, end.finalText, null);
  return asking(end.question, end.options);
}

function tellUse({ lines }: TurnLog, task: AgentTask): void {
  task.onEvent({ type: 'usage', usage: usageOf(lines) });
  task.onEvent({ type: 'turns', turns: lines.filter(({ type }) => type === 'turn-received').length });
}

/** The usage of the whole conversation: that of an attempt that was cut off is counted nowhere else. */
function usageOf(lines: readonly TurnLine[]): Usage {
  const replies = lines.filter((line) => line.type === 'turn-received');
  return {
    inputTokens: replies.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: replies.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    totalTokens: null,
    costUsd: null,
  };
}

/**
 * How an attempt ends when its model did not answer.
 *
 * | failure | outcome |
 * |---|---|
 * | no consent | unauthenticated, with what the person can do |
 * | over its quota | rate-limited |
 * | no such model any more | needs-input: a person has to choose another |
 * | refused | refused |
 * | other | by its words, as with any provider: rate-limited, unauthenticated, or crashed |
 */
function outcomeOfChatFailure({ kind, message }: ChatFailure, model: string): AgentOutcome {
  switch (kind) {
    case 'no-consent':
      return { kind: 'unauthenticated', login: null, how: consent(model) };
    case 'over-quota':
      return { kind: 'rate-limited', retryAfterMs: null };
    case 'gone':
      return {
        kind: 'needs-input',
        question: `VS Code has no language model “${model}” any more. Choose another one in the setting cairn.languageModel, or another agent for this phase, and answer that it may go on.`,
      };
    case 'refused':
      return { kind: 'refused', reason: message === '' ? `${model} refused to go on` : message };
    case 'other': {
      const outcome = outcomeOfWords(message, message, null);
      return outcome.kind === 'unauthenticated' ? { ...outcome, how: signIn(model) } : outcome;
    }
  }
}

const consent = (model: string): string =>
  `Cairn may not use the language model “${model}” yet. VS Code asks when the session goes on from its window: choose Allow there. If you refused before, run “Manage Language Model Access…”.`;
const signIn = (model: string): string =>
  `The provider of the language model “${model}” wants you to sign in, in VS Code.`;
