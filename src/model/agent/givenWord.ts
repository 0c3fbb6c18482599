import * as z from 'zod';
import { phaseField, readAs, timeField, type RecordOf } from '../parsing/recordFields.ts';

const word = z.strictObject({
  id: z.string(),
  at: timeField,
  /** Who says it, for people. */
  by: z.string(),
  act: z.enum(['approve', 'reject', 'answer']),
  phase: phaseField,
  /** What the phase waited with when it was said (`askedAt`); a word about anything else is refused. */
  asked: z.string(),
  /** A comment, or the answer; null: none. */
  text: z.string().nullable(),
});

/** What a person says of a phase that waits while others work: whoever drives the session takes it up. */
export type GivenWord = RecordOf<typeof word>;

/** Null if it is not such a file. Never throws. */
export const readGivenWord = (text: string): GivenWord | null => readAs(word, text);
