import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { ToolKind } from '../../model/agent/permissionWords.ts';
import { readUsage } from '../../model/attempt/usage.ts';
import type { AgentEvent } from '../../session/ports.ts';
import { asking } from '../outcomes.ts';
import { MOST_OPTIONS } from './claudeTools.ts';
import { readCodexEvent, type CodexEvent, type CodexItem } from './codexEvents.ts';
import { ofFailure, ofLastMessage } from './endingWords.ts';
import type { HeadlessReader, Reading } from './headlessReader.ts';
import { createToolCalls, denied, linesOf, type ToolCalls } from './toolEvents.ts';

type Phase = 'started' | 'updated' | 'completed';

/** Reads what `codex exec --json` prints. */
export function createCodexReader(reading: Reading): HeadlessReader {
  const tools = createToolCalls();
  let last = '';
  let trouble: string | null = null;
  let question: AgentOutcome | null = null;
  let ended: (() => AgentOutcome) | null = null;

  const done = (item: CodexItem): void => {
    if (item.type === 'agent_message') last = item.text;
    // It asked, and then went on by itself.
    else question = null;
    // If it says or does anything after a failure, it has recovered.
    if (item.type !== 'error') trouble = null;
  };

  const read = (event: CodexEvent): readonly AgentEvent[] => {
    switch (event.type) {
      case 'thread.started':
        return [{ type: 'session-hint', id: event.thread_id }];
      case 'turn.started':
        ended = null;
        return [];
      case 'item.started':
        return ofItem(event.item, 'started', tools);
      case 'item.updated':
        return ofItem(event.item, 'updated', tools);
      case 'item.completed':
        done(event.item);
        return ofItem(event.item, 'completed', tools);
      case 'request_user_input':
        question = askedOf(event.questions);
        return [];
      case 'error':
        // It retries a few times and reports each failure: only the last may be the end.
        trouble = event.message;
        return [{ type: 'text', text: event.message }];
      case 'turn.completed':
        ended = () => question ?? ofLastMessage(last, reading);
        return usageOf(event.usage);
      case 'turn.failed': {
        const { message } = event.error;
        ended = () => question ?? ofFailure(message, '', reading);
        return [];
      }
    }
  };

  return {
    take(value) {
      const event = readCodexEvent(value);
      if (event === null) return null;
      return event.type === 'other' ? [] : read(event);
    },
    outcome: () => ended?.() ?? null,
    trouble: () => (trouble === null ? question : ofFailure(trouble, '', reading)),
  };
}

function usageOf(
  usage: Extract<CodexEvent, { readonly type: 'turn.completed' }>['usage'],
): readonly AgentEvent[] {
  const used = readUsage({
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    totalTokens: null,
    costUsd: null,
  });
  return used === null ? [] : [{ type: 'usage', usage: used }];
}

function askedOf(
  questions: Extract<CodexEvent, { readonly type: 'request_user_input' }>['questions'],
): AgentOutcome | null {
  const question = questions.map((one) => one.question).join('\n');
  if (question === '') return null;
  const options = questions.length === 1 ? (questions[0]?.options ?? []).map(({ label }) => label) : [];
  return asking(question, options.slice(0, MOST_OPTIONS));
}

const entryOf = (one: { readonly text: string; readonly completed: boolean }) => ({
  text: one.text,
  status: one.completed ? 'completed' : 'pending',
});

function ofItem(item: CodexItem, phase: Phase, tools: ToolCalls): readonly AgentEvent[] {
  switch (item.type) {
    case 'agent_message':
      return phase === 'completed' ? linesOf(item.text) : [];
    case 'error':
      return [{ type: 'text', text: item.message }];
    case 'todo_list':
      return [{ type: 'plan', entries: item.items.map(entryOf) }];
    case 'command_execution':
    case 'file_change':
    case 'mcp_tool_call':
    case 'web_search':
      return callOf(item, phase, tools);
  }
}

type Call = Exclude<CodexItem, { readonly type: 'agent_message' | 'error' | 'todo_list' }>;

function callOf(item: Call, phase: Phase, tools: ToolCalls): readonly AgentEvent[] {
  const call = { id: item.id, ...aboutOf(item) };
  if (phase !== 'completed') return tools.begin(call);
  const status = 'status' in item ? item.status : 'completed';
  const ended = tools.end(call, status === 'failed' || status === 'declined');
  return status === 'declined' ? [...ended, denied(call)] : ended;
}

function aboutOf(item: Call): {
  readonly title: string;
  readonly kind: ToolKind;
  readonly path: string | null;
} {
  switch (item.type) {
    case 'command_execution':
      return { title: item.command, kind: 'execute', path: null };
    case 'file_change': {
      const paths = item.changes.map(({ path }) => path);
      return { title: `Edit ${paths.join(', ')}`, kind: 'edit', path: paths[0] ?? null };
    }
    case 'mcp_tool_call':
      return { title: `${item.server}.${item.tool}`, kind: 'other', path: null };
    case 'web_search':
      return { title: `Search the web: ${item.query}`, kind: 'search', path: null };
  }
}
