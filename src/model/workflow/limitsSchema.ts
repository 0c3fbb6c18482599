import * as z from 'zod/mini';
import type { Limits } from '../limits/limits.ts';
import { duration, optionalField } from '../parsing/writtenFields.ts';

export const limitsSchema = z
  .strictObject({
    cost: optionalField(z.number().check(z.positive()), 'In US dollars, as agents tell it.'),
    tokens: optionalField(z.int().check(z.gte(1)), 'Tokens, as agents tell them.'),
    time: optionalField(duration, 'How long agents may work, over all attempts.'),
  })
  .check(z.refine((given) => Object.keys(given).length > 0, 'needs one of cost, tokens, time'));

/** No limit at all is null. */
export const limitsOf = (written: z.infer<typeof limitsSchema> | undefined): Limits | null =>
  written === undefined
    ? null
    : { cost: written.cost ?? null, tokens: written.tokens ?? null, timeMs: written.time ?? null };
