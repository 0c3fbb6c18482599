import * as z from 'zod';
import type { Limits } from '../limits/limits.ts';
import { duration } from '../parsing/writtenFields.ts';

export const limitsSchema = z
  .strictObject({
    cost: z.number().positive().optional().describe('In US dollars, as agents tell it.'),
    tokens: z.int().min(1).optional().describe('Tokens, as agents tell them.'),
    time: duration.optional().describe('How long agents may work, over all attempts.'),
  })
  .refine((given) => Object.keys(given).length > 0, 'needs one of cost, tokens, time');

/** No limit at all is null. */
export const limitsOf = (written: z.infer<typeof limitsSchema> | undefined): Limits | null =>
  written === undefined
    ? null
    : { cost: written.cost ?? null, tokens: written.tokens ?? null, timeMs: written.time ?? null };
