import * as z from 'zod/mini';
import { phaseField, readAs, timeField, type RecordOf } from '../parsing/recordFields.ts';

const word = z.strictObject({
  id: z.string(),
  at: timeField,
  /** Who says it, for people. */
  by: z.string(),
  /** `lay`: the merge that is asked about, so that it can be resolved before the answer. */
  act: z.enum(['approve', 'reject', 'answer', 'lay']),
  phase: phaseField,
  /** What the phase waited with when it was said (`askedAt`); a word about anything else is refused. */
  asked: z.string(),
  /** A comment, or the answer; null: none. */
  text: z.nullable(z.string()),
});

/** What a person says of a phase that waits while others work: whoever drives the session takes it up. */
export type GivenWord = RecordOf<typeof word>;

/** Null if it is not such a file. Never throws. */
export const readGivenWord = (text: string): GivenWord | null => readAs(word, text);
