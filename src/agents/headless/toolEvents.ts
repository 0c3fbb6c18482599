import type { ToolKind } from '../../model/agent/permissionWords.ts';
import type { AgentEvent } from '../../session/ports.ts';

type ToolEvent = Extract<AgentEvent, { readonly type: 'tool' }>;
type Begun = Omit<ToolEvent, 'type' | 'status'>;

export type ToolCalls = ReturnType<typeof createToolCalls>;

/** Tool calls as events: each begins and ends once, including those reported only at their end. */
export function createToolCalls() {
  const running = new Map<string, Begun>();
  return {
    begin(call: Begun): readonly AgentEvent[] {
      if (running.has(call.id)) return [];
      running.set(call.id, call);
      return [{ type: 'tool', ...call, status: 'started' }];
    },
    end(call: Begun | string, failed: boolean): readonly AgentEvent[] {
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

/** A call that the agent's own rules denied. */
export const denied = ({
  title,
  kind,
  path,
}: {
  readonly title: string;
  readonly kind: ToolKind;
  readonly path: string | null;
}): AgentEvent => ({ type: 'denied', title, kind, paths: path === null ? [] : [path] });
