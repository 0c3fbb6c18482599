import { LONGEST_LINE } from '../../model/agent/shell/line.ts';
import { lineSaid } from './acpLine.ts';
import type { AcpCall, AcpUpdate } from './acpMessages.ts';

/** An attempt that has run more is asked about each further one. */
const MOST_LINES = 1_000;

export type AcpCalls = ReturnType<typeof createAcpCalls>;

/** What we know of the calls of a conversation. */
export function createAcpCalls() {
  const known = new Map<string, AcpCall>();
  /** Null: it may have run anything. */
  const lines = new Map<string, string | null>();
  const notRun = new Set<string>();
  /** Completes a call with what was said of it before: some agents ask by the id alone. */
  const whole = (call: AcpCall): AcpCall => {
    const before = known.get(call.toolCallId);
    if (before === undefined) return call;
    const said = Object.entries(call).filter(([, value]) => value !== undefined && value !== null);
    return { ...before, ...Object.fromEntries(said), toolCallId: call.toolCallId };
  };
  const keepLine = (call: AcpCall): void => {
    if (call.kind !== 'execute' || notRun.has(call.toolCallId)) return;
    const line = lineSaid(call.rawInput);
    if (line === 'none') lines.delete(call.toolCallId);
    else if (lines.size <= MOST_LINES || lines.has(call.toolCallId))
      lines.set(call.toolCallId, line === null || line.text.length > LONGEST_LINE ? null : line.text);
  };
  return {
    whole,
    /** The arguments of a call, as it was told of and as it is asked about. */
    argumentsOf: (asked: AcpCall): readonly unknown[] => [
      known.get(asked.toolCallId)?.rawInput,
      asked.rawInput,
    ],
    /** Lines of the calls before one, in their order, but for those that were not permitted; null: nobody knows them all. */
    linesBefore(id: string): readonly string[] | null {
      const before = [...lines].flatMap(([other, line]) => (other === id ? [] : [line]));
      const known = before.filter((line) => line !== null);
      return known.length < before.length || lines.size > MOST_LINES ? null : known;
    },
    /** It was permitted: its line is known although nobody told of the call. */
    allowed: keepLine,
    /** It was not permitted; nor was a call under way with the same line: Copilot asks under another id than it tells of. */
    denied(asked: AcpCall): void {
      const line = lineSaid(asked.rawInput);
      const text = line === null || line === 'none' ? null : line.text;
      const same = [...lines].flatMap(([id, other]) =>
        known.has(id) && text !== null && other === text ? [id] : [],
      );
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
