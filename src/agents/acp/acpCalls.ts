import type { AcpPermission, AcpUpdate } from './acpMessages.ts';

type Call = AcpPermission['toolCall'];

/** What we know of the calls under way. */
export interface AcpCalls {
  take(update: AcpUpdate): void;
  /** Completes a call with what was said of it before: some agents ask by the id alone. */
  whole(call: Call): Call;
}

export function createAcpCalls(): AcpCalls {
  const known = new Map<string, Call>();
  const whole = (call: Call): Call => {
    const before = known.get(call.toolCallId);
    if (before === undefined) return call;
    const said = Object.entries(call).filter(([, value]) => value !== undefined && value !== null);
    return { ...before, ...Object.fromEntries(said), toolCallId: call.toolCallId };
  };
  return {
    whole,
    take(update) {
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
      const { sessionUpdate: _, ...call } = update;
      const isOver = call.status === 'completed' || call.status === 'failed';
      if (isOver) known.delete(call.toolCallId);
      else known.set(call.toolCallId, whole(call));
    },
  };
}
