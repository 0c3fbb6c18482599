import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import { keptBeginning } from '../../model/agent/lastWords.ts';
import { outcomeOfLastWords, outcomeOfWords } from '../outcomeOfWords.ts';
import type { Reading } from './headlessReader.ts';

/** The outcome when it says that it ended well; `text` was its last message. */
export const ofLastMessage = (text: string, { login }: Reading): AgentOutcome =>
  // The beginning of a message says most; program output would keep its end instead.
  outcomeOfLastWords(text, keptBeginning(text), login);

/** The outcome when it says that it failed. `signal`: what it adds to its message, such as a status or a category. */
export const ofFailure = (text: string, signal: string, { login, now }: Reading): AgentOutcome =>
  outcomeOfWords(`${signal} ${text}`, text, login, now());
