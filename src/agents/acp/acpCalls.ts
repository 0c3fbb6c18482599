import { lineSaid } from './acpLine.ts';
import type { AcpCall, AcpUpdate } from './acpMessages.ts';

/** No line that is longer is ever read. */
const LONGEST = 8_193;

export type AcpCalls = ReturnType<typeof createAcpCalls>;

/** What we know of the calls of a conversation. */
export function createAcpCalls() {
  const known = new Map<string, AcpCall>();
  const lines = new Map<string, string>();
  const notRun = new Set<string>();
  /** Completes a call with what was said of it before: some agents ask by the id alone. */
  const whole = (call: AcpCall): AcpCall => {
    const before = known.get(call.toolCallId);
    if (before === undefined) return call;
    const said = Object.entries(call).filter(([, value]) => value !== undefined && value !== null);
    return { ...before, ...Object.fromEntries(said), toolCallId: call.toolCallId };
  };
  const keepLine = (call: AcpCall): void => {
    const line = call.kind === 'execute' ? lineSaid(call.rawInput) : null;
    if (line !== null && !notRun.has(call.toolCallId)) lines.set(call.toolCallId, line.slice(0, LONGEST));
  };
  return {
    whole,
    /** The arguments of a call, as it was told of and as it is asked about. */
    argumentsOf: (asked: AcpCall): readonly unknown[] => [
      known.get(asked.toolCallId)?.rawInput,
      asked.rawInput,
    ],
    /** Lines of the calls before one, in their order, but for those that were not permitted. */
    linesBefore: (id: string): readonly string[] =>
      [...lines].flatMap(([other, line]) => (other === id ? [] : [line])),
    /** It was permitted: its line is known although nobody told of the call. */
    allowed: keepLine,
    /** It was not permitted; nor was a call under way with the same line: Copilot asks under another id than it tells of. */
    denied(asked: AcpCall): void {
      const line = lineSaid(asked.rawInput);
      const same = [...lines].flatMap(([id, other]) => (known.has(id) && other === line ? [id] : []));
      for (const id of [asked.toolCallId, ...same]) {
        notRun.add(id);
        lines.delete(id);
      }
    },
    take(update: AcpUpdate): void {
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
      const { sessionUpdate: _, ...call } = update;
      const isOver = call.status === 'completed' || call.status === 'failed';
      const told = whole(call);
      keepLine(told);
      if (isOver) known.delete(call.toolCallId);
      else known.set(call.toolCallId, told);
    },
  };
}
