import type { Problem } from '../../base/cairnError.ts';
import { MOST_FILE_BYTES } from '../checkpoint/mostBytes.ts';

/**
 * What is wrong with a record that is longer than Cairn writes one, as it came from elsewhere: nobody parses it. Characters are
 * counted, of which no text has more than bytes.
 */
export const tooLong = (file: string, text: string): readonly Problem[] =>
  text.length <= MOST_FILE_BYTES ? [] : [{ file, line: 1, column: 1, message: beyond(MOST_FILE_BYTES) }];

/** What is wrong with a file of more than this many bytes. */
export const beyond = (most: number): string => `the file has more than ${most} bytes`;

/** The same of the records of a checkpoint, down to this one. */
export const beyondTogether = (most: number): string => `the records down to it have more than ${most} bytes`;
