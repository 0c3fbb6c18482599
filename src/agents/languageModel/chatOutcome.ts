import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { ChatFailure } from '../../model/chat/chat.ts';
import { outcomeOfWords } from '../outcomeOfWords.ts';

/**
 * How an attempt ends whose model did not answer.
 *
 * | failure | outcome |
 * |---|---|
 * | no consent | unauthenticated, with what the person does |
 * | over its quota | rate-limited |
 * | no such model any more | needs-input: which one instead is for a person to say |
 * | refused | refused |
 * | other | by its words, as with any provider: rate-limited, unauthenticated, or crashed |
 */
export function outcomeOfChatFailure({ kind, message }: ChatFailure, model: string): AgentOutcome {
  switch (kind) {
    case 'no-consent':
      return { kind: 'unauthenticated', login: null, how: consent(model) };
    case 'over-quota':
      return { kind: 'rate-limited', retryAfterMs: null };
    case 'gone':
      return {
        kind: 'needs-input',
        question: `VS Code has no language model “${model}” any more. Choose another one in the setting cairn.languageModel, or another agent for this phase, and answer that it may go on.`,
      };
    case 'refused':
      return { kind: 'refused', reason: message === '' ? `${model} refused to go on` : message };
    case 'other': {
      const outcome = outcomeOfWords(message, message, null);
      return outcome.kind === 'unauthenticated' ? { ...outcome, how: signIn(model) } : outcome;
    }
  }
}

const consent = (model: string): string =>
  `Cairn may not use the language model “${model}” yet. VS Code asks when the session goes on from its window: choose Allow there. If you refused before, run “Manage Language Model Access…”.`;
const signIn = (model: string): string =>
  `The provider of the language model “${model}” wants you to sign in, in VS Code.`;
