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
