/** Commands and checks, as a workflow file has them. */
import * as z from 'zod/mini';
import { commandWords, duration, optionalField, words } from '../parsing/writtenFields.ts';

export const commandSchema = z.union([words('Run by /bin/sh -c, on Windows by cmd /d /s /c.'), commandWords]);

export const checkSchema = z.strictObject({
  name: z.optional(
    words('What people call it; the command by default.').check(z.regex(/^[^\p{Cc}]*$/u, 'must be one line')),
  ),
  run: commandSchema.check(z.describe('The check passes when this command exits with 0.')),
  timeout: optionalField(duration, 'How long it may take; 10m by default.'),
  expect: optionalField(
    z.enum(['pass', 'fail']),
    '"fail": the phase is to show what is wrong, and the command must not exit with 0; "pass" by default.',
  ),
  red: optionalField(
    z.enum(['must-pass', 'as-before']),
    '"as-before": what failed before anything was changed and fails now does not hold the phase up, and is never shown as passed; "must-pass" by default.',
  ),
});
