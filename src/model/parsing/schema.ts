import { err, ok, type Result } from '../../base/result.ts';
import { SCHEMA_STEPS, type RecordKind, type SchemaStep } from './schemaSteps.ts';

/** The schema of everything that this version writes, and the newest that it reads. */
export const SCHEMA = 1;
export type Schema = typeof SCHEMA;

/** Written by a newer Cairn; `found` is its schema number. */
export interface NewerSchema {
  readonly kind: 'newer-schema';
  readonly found: number;
}

/** A number of schema as JSON and YAML have it; null for what is none. */
export const asSchema = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/**
 * A record as this version would have written it, before anything else of it is looked at: every reader asks here.
 *
 * What says no number, or one from before the first step, is answered as it stands: nothing is assumed, and the strict
 * reader of that kind refuses it with its line.
 *
 * @param found the schema that the text says, null where it says none that can be read
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
