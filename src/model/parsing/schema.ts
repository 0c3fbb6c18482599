import { err, ok, type Result } from '../../base/result.ts';

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

/** What carries a schema number of its own; `trailers` is the message of a checkpoint. */
export type RecordKind = 'workflow' | 'status' | 'phase' | 'effects' | 'packet' | 'trailers';

/**
 * From one schema to the next: the whole text of a record in, the whole text as the next schema has it out, its new
 * number in it. Pure: the same text always gives the same text.
 */
export type SchemaStep = { readonly [K in RecordKind]: (text: string) => string };

/**
 * The steps that lead here, oldest first; the last one ends at the schema of this version. A list without holes, so
 * that every record that is old enough for the first step comes all the way. Empty: schema 1 is the first.
 */
export const SCHEMA_STEPS: readonly SchemaStep[] = [];
