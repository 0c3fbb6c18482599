/** Commands and checks, as a workflow file has them. */
import * as z from 'zod';
import { commandWords, duration, words } from '../parsing/writtenFields.ts';

export const commandSchema = z.union([words('Run by /bin/sh -c, on Windows by cmd /d /s /c.'), commandWords]);

export const checkSchema = z.strictObject({
  name: words('What people call it; the command by default.')
    .regex(/^[^\p{Cc}]*$/u, 'must be one line')
    .optional(),
  run: commandSchema.describe('The check passes when this command exits with 0.'),
  timeout: duration.optional().describe('How long it may take; 10m by default.'),
  expect: z
    .enum(['pass', 'fail'])
    .optional()
    .describe(
      '"fail": the phase is to show what is wrong, and the command must not exit with 0; "pass" by default.',
    ),
  red: z
    .enum(['must-pass', 'as-before'])
    .optional()
    .describe(
      '"as-before": what did not pass before anything was changed does not hold the phase up, and is never shown as passed; "must-pass" by default.',
    ),
});
