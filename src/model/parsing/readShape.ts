import type * as z from 'zod/mini';
import { err, ok, type Result } from '../../base/result.ts';

type Issues = readonly z.core.$ZodIssue[];

/**
 * What a schema makes of a value from outside, or what is wrong with it. Never throws: a value may have more faults than the
 * library can hold.
 */
export function readShape<T>(schema: z.ZodMiniType<T>, value: unknown): Result<T, Issues> {
  try {
    const read = schema.safeParse(value, { reportInput: true });
    return read.success ? ok(read.data) : err(read.error.issues);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return err([{ code: 'custom', path: [], message: 'has more faults than can be told', input: value }]);
  }
}
