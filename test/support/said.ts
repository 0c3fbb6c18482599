import { CairnError } from '../../src/base/cairnError.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import type { Sentence } from '../../src/sentences/errorWords.ts';

/** What a terminal says of an act that is refused; null: it was not. */
export const saidOf = async (act: Promise<unknown>): Promise<Sentence | null> =>
  act.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof CairnError)) throw error;
      return errorSentence(error.code, error.details);
    },
  );
