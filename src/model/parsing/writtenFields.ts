/** Schemas of what a person writes in a workflow and in the agent settings alike. */
import * as z from 'zod';
import { NO_DURATION, readDuration } from '../text/readDuration.ts';

// A process uses a schema a few times: what zod saves by compiling each into code is less than that costs.
z.config({ jitless: true });

export const words = (text: string): z.ZodString =>
  z
    .string()
    .refine((given) => given.trim() !== '', 'must not be empty')
    .describe(text);

/** Read as milliseconds. */
export const duration = z
  .string({ error: NO_DURATION })
  .regex(/^\d+(ms|s|m|h)$/, NO_DURATION)
  .transform((given, context) => {
    const read = readDuration(given);
    if (read.ok) return read.value;
    context.addIssue({ code: 'custom', message: read.error });
    return z.NEVER;
  });

export const commandWords = z
  .tuple([words('The program.')], z.string())
  .describe('A program and its arguments, run without a shell.');

export const environment = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of letters, digits and "_"')
      .refine((name) => !/^CAIRN_/i.test(name), 'must not be one of the variables that Cairn sets'),
    z.string(),
  )
  .describe('Variables added to the environment of the agent. No secrets: this file is committed.');
