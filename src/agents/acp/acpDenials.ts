import type { AcpUpdate } from './acpMessages.ts';

export type AcpDenials = ReturnType<typeof createAcpDenials>;

/**
 * What an agent was not allowed to do in its turn, and whether it has gone on since.
 *
 * Some agents end their turn at the first denial: Copilot CLI with `end_turn` and no words, Codex as cancelled. Others go on, or
 * say that they cannot: an agent that has said something or called another tool since has ended by itself.
 */
export function createAcpDenials() {
  const seen = new Set<string>();
  let denied: string[] = [];
  let wentOn = false;
  let said = '';
  return {
    denied(toolCallId: string, what: string): void {
      // Later updates of this call are about the denied one.
      seen.add(toolCallId);
      denied.push(what);
      [wentOn, said] = [false, ''];
    },
    take(update: AcpUpdate): void {
      if (update.sessionUpdate === 'agent_message_chunk' && 'text' in update.content)
        said = (said + update.content.text).slice(0, LONGEST_NOTICE + 1);
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return;
      wentOn ||= !seen.has(update.toolCallId);
      seen.add(update.toolCallId);
    },
    /** The denied acts that its turn ended over; empty if it ended by itself. The next turn begins with none. */
    endedOver(stopReason: string): readonly string[] {
      const silent = !wentOn && isNotice(said.trim());
      const over = stopReason === 'cancelled' || (stopReason === 'end_turn' && silent) ? denied : [];
      denied = [];
      return over;
    },
  };
}

const LONGEST_NOTICE = 200;

/** True for no words, or for words of the program instead of the model. */
const isNotice = (said: string): boolean =>
  said === '' || (said.length <= LONGEST_NOTICE && NOTICE.test(said));
const NOTICE =
  /^(?:[●✗❌]\s*)?(?:(?:info|warning|error)\s*:\s*)?(?:(?:operation|request|turn|tool call|permission|command|execution)\b[^.\n]{0,40}\b(?:cancell?ed|denied|rejected|refused|declined|aborted|interrupted)|(?:the )?user (?:rejected|denied|declined|cancell?ed|refused)|(?:rejected|denied|cancell?ed|declined|interrupted) by)\b/i;
