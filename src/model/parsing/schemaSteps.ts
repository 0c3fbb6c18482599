/** Kinds of records with a schema number; `trailers` is the message of a checkpoint. */
export type RecordKind = 'workflow' | 'status' | 'phase' | 'effects' | 'packet' | 'trailers';

/** Upgrades the whole text of a record from one schema to the next, including its number. Pure. */
export type SchemaStep = { readonly [K in RecordKind]: (text: string) => string };

/** The upgrade steps, oldest first, ending at this version's schema, without gaps. Empty: schema 1 is the first. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [];
