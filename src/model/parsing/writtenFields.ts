/** Schemas of what a person writes in a workflow and in the agent settings alike. */
import * as z from 'zod/mini';
import { NO_DURATION, readDuration } from '../text/readDuration.ts';

// A process uses a schema a few times: what zod saves by compiling each into code is less than that costs.
z.config({ jitless: true });

export const words = (text: string): z.ZodMiniString =>
  z.string().check(
    z.refine((given) => given.trim() !== '', 'must not be empty'),
    z.describe(text),
  );

/** What may be left out, and what editors say of it. */
export function optionalField<S extends z.core.SomeType>(schema: S, text: string): z.ZodMiniOptional<S> {
  const field = z.optional(schema);
  z.globalRegistry.add(field, { description: text });
  return field;
}

/** Read as milliseconds. */
export const duration = z.pipe(
  z.string({ error: NO_DURATION }).check(z.regex(/^\d+(ms|s|m|h)$/, NO_DURATION)),
  z.transform((given, context) => {
    const read = readDuration(given);
    if (read.ok) return read.value;
    context.issues.push({ code: 'custom', message: read.error, input: given });
    return z.NEVER;
  }),
);

export const commandWords = z
  .tuple([words('The program.')], z.string())
  .check(z.describe('A program and its arguments, run without a shell.'));

export const environment = z
  .record(
    z.string().check(
      z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of letters, digits and "_"'),
      z.refine((name) => !/^CAIRN_/i.test(name), 'must not be one of the variables that Cairn sets'),
    ),
    z.string(),
  )
  .check(z.describe('Variables added to the environment of the agent. No secrets: this file is committed.'));
