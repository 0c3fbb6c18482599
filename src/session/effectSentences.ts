import type { ErrorDetails } from '../base/cairnError.ts';
import { shellWords } from '../base/shellWords.ts';
import { NOT_BEGUN_HERE } from '../model/effects/doubt.ts';
import { say, type Sentence } from './branchSentences.ts';

/** Which of the two it is: begun, and nobody knows how it ended; or not begun here at all. */
export function sayInDoubt({
  session,
  key,
  recorded,
  probe,
  begun,
}: ErrorDetails['data/effect-in-doubt']): Sentence {
  const command = shellWords(recorded);
  const why =
    begun === null
      ? `${NOT_BEGUN_HERE}: ${command}.`
      : `${command} was begun at ${begun}, and how it ended is not recorded.`;
  const probed = probe === null ? '' : ` The probe could not say: ${probe}.`;
  return say(
    `Nobody knows whether "${key}" happened: ${why}${probed}`,
    `Look whether it happened, then say so: ${shellWords(['cairn', 'effect', 'settle', session, '--key', key])} --as done|not-done -m "…"`,
  );
}
