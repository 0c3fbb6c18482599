import { err, ok, type Result } from '../../base/result.ts';
import { SCHEMA_STEPS, type RecordKind, type SchemaStep } from './schemaSteps.ts';

/** The schema of everything that this version writes, and the newest that it reads. */
export const SCHEMA = 3;
export type Schema = typeof SCHEMA;

/** Written by a newer Cairn; `found` is its schema number. */
export interface NewerSchema {
  readonly kind: 'newer-schema';
  readonly found: number;
}

/** A schema number from JSON or YAML; null if it is not one. */
export const asSchema = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/**
 * Upgrades a record to this version's schema before anything else is read: every reader calls this.
 *
 * A record without a number, or with one from before the first step, stays as it is: the strict reader of its kind refuses it
 * with its line.
 *
 * @param found the schema number in the text, null if there is no readable one
 */
export function migrate(
  kind: RecordKind,
  text: string,
  found: number | null,
  steps: readonly SchemaStep[] = SCHEMA_STEPS,
): Result<string, NewerSchema> {
  if (found === null) return ok(text);
  if (found > SCHEMA) return err({ kind: 'newer-schema', found });
  const first = steps.length - (SCHEMA - found);
  return ok(first < 0 ? text : steps.slice(first).reduce((older, step) => step[kind](older), text));
}
