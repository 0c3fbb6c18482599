import { methods, type ClientContext } from '@agentclientprotocol/sdk';
import { promptAfterDenials } from '../../model/agent/denials.ts';
import type { AgentTask } from '../../session/ports.ts';
import type { AcpDenials } from './acpDenials.ts';
import { readPrompted, type AcpPrompted } from './acpMessages.ts';
import type { AcpWords } from './acpWords.ts';

/** How the last turn of a conversation ended. */
export interface LastTurn {
  readonly stopReason: string;
  /** The denied acts it ended over, if we do not prompt the agent again. */
  readonly over: readonly string[];
}

/** What we know of a turn; calls `onTurn` when one has ended, before the next begins. */
export interface TurnFacts {
  readonly denials: Pick<AcpDenials, 'endedOver'>;
  readonly words: Pick<AcpWords, 'cut'>;
  readonly onTurn: (answer: AcpPrompted) => void;
}

/** Sends the prompt; as long as a denial ends the turn and we may prompt again, sends another in the same session. */
export async function promptTurns(
  agent: ClientContext,
  sessionId: string,
  task: Pick<AgentTask, 'prompt' | 'promptAgain'>,
  { denials, words, onTurn }: TurnFacts,
  cancelled: AbortSignal,
): Promise<LastTurn> {
  const stop = (): void => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
  cancelled.addEventListener('abort', stop, { once: true });
  try {
    for (let text = task.prompt; ;) {
      const prompt = [{ type: 'text', text } as const];
      const answer = readPrompted(
        await agent.request<unknown>(methods.agent.session.prompt, { sessionId, prompt }),
      );
      const over = denials.endedOver(answer.stopReason);
      onTurn(answer);
      const again = over.length > 0 && !cancelled.aborted && (await task.promptAgain(over));
      if (!again || cancelled.aborted) return { stopReason: answer.stopReason, over };
      words.cut();
      text = promptAfterDenials(over);
    }
  } finally {
    cancelled.removeEventListener('abort', stop);
  }
}
