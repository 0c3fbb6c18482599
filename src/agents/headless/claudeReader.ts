import { readUsage } from '../../model/attempt/usage.ts';
import type { AgentEvent } from '../../session/ports.ts';
import {
  NO_RESULT,
  readClaudeMessage,
  type ClaudeBlock,
  type ClaudeDenial,
  type ClaudeMessage,
  type ClaudeResult,
} from './claudeMessages.ts';
import { outcomeOfClaude, type ClaudeTold } from './claudeOutcome.ts';
import { claudePlan, claudeQuestion, claudeTool } from './claudeTools.ts';
import type { HeadlessReader, Reading } from './headlessReader.ts';
import { createToolCalls, denied, linesOf } from './toolEvents.ts';

/** Reads what `claude -p --output-format stream-json --verbose` (or `json`) prints; Qwen Code prints the same. */
export function createClaudeReader(reading: Reading): HeadlessReader {
  const tools = createToolCalls();
  const told: ClaudeTold = { category: null, refusedUntil: null, lastCall: null, failure: null };
  let ended: ClaudeResult | null = null;
  let session: string | null = null;

  const hint = (id: string | undefined): readonly AgentEvent[] => {
    if (id === undefined || id === '' || id === session) return [];
    session = id;
    return [{ type: 'session-hint', id }];
  };

  const blockOf = (block: ClaudeBlock, own: boolean): readonly AgentEvent[] => {
    if (block.type === 'text') return own && block.text.trim() !== '' ? linesOf(block.text) : [];
    if (block.type === 'tool_result') return tools.end(block.tool_use_id, block.is_error === true);
    if (own) told.lastCall = block.id;
    const entries = claudePlan(block.name, block.input);
    if (entries !== null) return [{ type: 'plan', entries }];
    return tools.begin({ id: block.id, ...claudeTool(block.name, block.input) });
  };

  const read = (message: ClaudeMessage): readonly AgentEvent[] => {
    switch (message.type) {
      case 'system':
        return [...hint(message.session_id), ...ofSystem(message)];
      case 'assistant': {
        const own = message.parent_tool_use_id == null;
        if (own) {
          told.category = message.error ?? null;
          told.failure = message.error === undefined ? null : textOf(message.message.content);
        }
        return message.message.content.flatMap((block) => blockOf(block, own));
      }
      case 'user':
        return message.message.content.flatMap((block) => blockOf(block, false));
      case 'rate_limit_event': {
        const { status, resetsAt } = message.rate_limit_info;
        told.refusedUntil = status === 'rejected' && resetsAt != null ? resetsAt * 1000 : null;
        return [];
      }
      case 'result':
        ended = message;
        return [
          ...hint(message.session_id),
          ...usageOf(message),
          ...message.permission_denials.flatMap(deniedOf),
        ];
    }
  };

  return {
    take(value) {
      // `--output-format json` with `--verbose` prints one array of all messages.
      const all = (Array.isArray(value) ? value : [value]).map(readClaudeMessage);
      if (all.every((one) => one === null)) return null;
      return all.flatMap((one) => (one === null || one.type === 'other' ? [] : read(one)));
    },
    outcome: () => (ended === null ? null : outcomeOfClaude(ended, told, reading)),
    trouble: () => (told.category === null ? null : outcomeOfClaude(NO_RESULT, told, reading)),
  };
}

const textOf = (content: readonly ClaudeBlock[]): string =>
  content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');

function ofSystem(message: Extract<ClaudeMessage, { readonly type: 'system' }>): readonly AgentEvent[] {
  if (message.subtype === 'api_retry') return [{ type: 'text', text: retryWords(message) }];
  if (message.subtype !== 'init') return [];
  const mode = message.permissionMode ?? message.permission_mode;
  return [
    ...(mode === undefined ? [] : [{ type: 'mode', mode } as const]),
    ...(message.model === undefined ? [] : [{ type: 'model', model: message.model } as const]),
  ];
}

function retryWords(message: Extract<ClaudeMessage, { readonly type: 'system' }>): string {
  const { attempt, max_retries: most, retry_delay_ms: ms, error_status: status, error } = message;
  const why = [error, status == null ? undefined : String(status)]
    .filter((one) => one !== undefined)
    .join(' ');
  const wait = ms == null ? '' : ` in ${Math.round(ms / 1000)} s`;
  return `Its provider failed (${why || 'unknown'}); try ${attempt ?? '?'} of ${most ?? '?'}${wait}`;
}

function usageOf({ usage, total_cost_usd: costUsd }: ClaudeResult): readonly AgentEvent[] {
  const [inputTokens, outputTokens] = [usage?.input_tokens ?? null, usage?.output_tokens ?? null];
  const cached = [usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens];
  const sum = [inputTokens, outputTokens, ...cached].reduce<number>((so, one) => so + (one ?? 0), 0);
  // Its input tokens do not include what it reads from its cache.
  const totalTokens = cached.some((one) => (one ?? 0) > 0) ? sum : null;
  const used = readUsage({ inputTokens, outputTokens, totalTokens, costUsd: costUsd ?? null });
  return used === null ? [] : [{ type: 'usage', usage: used }];
}

/** A question to a person does not count as denied: the outcome says whether the agent waits for the answer. */
function deniedOf({ tool_name: name, tool_input: input }: ClaudeDenial): readonly AgentEvent[] {
  if (claudeQuestion(name, input) !== null) return [];
  return [denied(claudeTool(name, input))];
}
