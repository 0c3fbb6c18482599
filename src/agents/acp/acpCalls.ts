import type { AcpPermission, AcpUpdate } from './acpMessages.ts';

type Call = AcpPermission['toolCall'];

export type AcpCalls = ReturnType<typeof createAcpCalls>;

/** What we know of the calls under way. */
export function createAcpCalls() {
  const known = new Map<string, Call>();
  /** Completes a call with what was said of it before: some agents ask by the id alone. */
  const whole = (call: Call): Call => {
    const before = known.get(call.toolCallId);
    if (before === undefined) return call;
    const said = Object.entries(call).filter(([, value]) => value !== undefined && value !== null);
    return { ...before, ...Object.fromEntries(said), toolCallId: call.toolCallId };
  };
  return {
    whole,
    take(update: AcpUpdate): void {
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
      const { sessionUpdate: _, ...call } = update;
      const isOver = call.status === 'completed' || call.status === 'failed';
      if (isOver) known.delete(call.toolCallId);
      else known.set(call.toolCallId, whole(call));
    },
  };
}
