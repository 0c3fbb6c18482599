import type { AgentEvent } from '../../session/ports.ts';

type ToolEvent = Extract<AgentEvent, { readonly type: 'tool' }>;
type Begun = Omit<ToolEvent, 'type' | 'status'>;

/** Tool calls as events: each begins and ends once, including those reported only at their end. */
export interface ToolCalls {
  begin(call: Begun): readonly AgentEvent[];
  end(call: Begun | string, failed: boolean): readonly AgentEvent[];
}

export function createToolCalls(): ToolCalls {
  const running = new Map<string, Begun>();
  return {
    begin(call) {
      if (running.has(call.id)) return [];
      running.set(call.id, call);
      return [{ type: 'tool', ...call, status: 'started' }];
    },
    end(call, failed) {
      const of = typeof call === 'string' ? running.get(call) : call;
      if (of === undefined) return [];
      running.delete(of.id);
      return [{ type: 'tool', ...of, status: failed ? 'failed' : 'ended' }];
    },
  };
}

/** A text as events, one per line. */
export const linesOf = (text: string): readonly AgentEvent[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => ({ type: 'text', text: line }));
