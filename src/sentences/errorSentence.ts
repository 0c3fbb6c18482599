import { lookUp } from '../base/lookUp.ts';
import type { ErrorCode, ErrorDetails } from '../base/cairnError.ts';
import { ENGINE_MESSAGES } from './engineMessages.ts';
import type { Sentence, Words } from './errorWords.ts';
import { HINTS } from './hints.ts';
import { REPOSITORY_MESSAGES } from './repositoryMessages.ts';

const MESSAGES = { ...ENGINE_MESSAGES, ...REPOSITORY_MESSAGES };

/** Words that each edge has itself, as they name what is typed or chosen there. If one is missing, it does not compile. */
export interface OwnWords {
  readonly messages: Words<Exclude<ErrorCode, keyof typeof MESSAGES>>;
  readonly hints: Words<Exclude<ErrorCode, keyof typeof HINTS>, string | null>;
}

/** Any error, by code and details, as sentences of an edge. */
export function errorSentence<C extends ErrorCode>(
  code: C,
  details: ErrorDetails[C],
  own: OwnWords,
): Sentence {
  const messages: Partial<Words<ErrorCode>> = { ...MESSAGES, ...own.messages };
  const hints: Partial<Words<ErrorCode, string | null>> = { ...HINTS, ...own.hints };
  // A runner of another version may send codes that this one has no words for.
  return {
    message:
      lookUp(messages, code)?.(details) ??
      `Another version of Cairn ended with an error that this one has no words for (${code}).`,
    hint: lookUp(hints, code)?.(details) ?? null,
  };
}

/** Every error code there is. */
export const errorCodes = (own: OwnWords): readonly ErrorCode[] =>
  Object.keys({ ...MESSAGES, ...own.messages }) as ErrorCode[];
