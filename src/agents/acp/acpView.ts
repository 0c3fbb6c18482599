import type { AgentEvent } from '../../session/ports.ts';
import type { AcpUpdate } from './acpMessages.ts';
import type { AcpWords } from './acpWords.ts';

/** A line that never ends is passed on in pieces instead of being held forever. */
const LONGEST_LINE = 16_384;

type ToolUpdate = Extract<AcpUpdate, { readonly sessionUpdate: 'tool_call' | 'tool_call_update' }>;
type ToolEvent = Extract<AgentEvent, { readonly type: 'tool' }>;

/** Turns an agent's updates into events for those who watch: text chunks become lines, tool calls begin and end once. */
export function createAcpView(words: Pick<AcpWords, 'take'>) {
  const tools = new Map<string, ToolEvent>();
  let line = '';

  /** Returns the unfinished line. */
  const flush = (): readonly AgentEvent[] => {
    if (line === '') return [];
    const text = line;
    line = '';
    return [{ type: 'text', text }];
  };

  const say = (text: string): readonly AgentEvent[] => {
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    const whole = lines.map((one): AgentEvent => ({ type: 'text', text: one }));
    return line.length > LONGEST_LINE ? [...whole, ...flush()] : whole;
  };

  const tool = (update: ToolUpdate): readonly AgentEvent[] => {
    const before = tools.get(update.toolCallId);
    const event = toolEvent(update, before);
    tools.set(event.id, event);
    if (before !== undefined && !isNews(before, event)) return [];
    // The text so far came before it.
    return [...flush(), event];
  };

  return {
    flush,
    take(update: AcpUpdate): readonly AgentEvent[] {
      const begins = words.take(update);
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          return 'text' in update.content ? [...(begins ? flush() : []), ...say(update.content.text)] : [];
        case 'agent_thought_chunk':
        case 'session_info_update':
        case 'usage_update':
          return [];
        case 'tool_call':
        case 'tool_call_update':
          return tool(update);
        case 'plan':
          return [
            {
              type: 'plan',
              entries: update.entries.map(({ content, status }) => ({ text: content, status })),
            },
          ];
      }
    },
  };
}

/** Some agents learn only during a call what it is about; updates after its end change nothing. */
function isNews(before: ToolEvent, now: ToolEvent): boolean {
  if (before.status !== now.status) return true;
  return now.status === 'started' && (before.title !== now.title || before.path !== now.path);
}

function toolEvent(
  { toolCallId: id, title, kind, locations, status }: ToolUpdate,
  before: ToolEvent = { type: 'tool', id, title: id, kind: 'other', path: null, status: 'started' },
): ToolEvent {
  return {
    ...before,
    title: title ?? before.title,
    kind: kind ?? before.kind,
    path: locations?.[0]?.path ?? before.path,
    status: status == null ? before.status : STATUS[status],
  };
}

const STATUS = { pending: 'started', in_progress: 'started', completed: 'ended', failed: 'failed' } as const;
