/** Kinds of records with a schema number; `trailers` is the message of a checkpoint. */
export type RecordKind = 'workflow' | 'status' | 'phase' | 'effects' | 'packet' | 'ledger' | 'trailers';

/** Upgrades the whole text of a record from one schema to the next, including its number. Pure. */
export type SchemaStep = { readonly [K in RecordKind]: (text: string) => string };

const frontMatter = (text: string): string => text.replace(/^schema: 1(?=\r?$)/m, 'schema: 2');
const json = (text: string): string => text.replace(/("schema"\s*:\s*)1\b/, '$12');

/**
 * Since schema 2 work that is not done is held. What a phase of schema 1 left in the tree stays there: its record says nothing of
 * held work, which is how it is known. A workflow of schema 1 is one of schema 2 with fewer keys.
 */
const toSchema2: SchemaStep = {
  workflow: (text) => text,
  status: frontMatter,
  phase: json,
  effects: json,
  packet: frontMatter,
  ledger: frontMatter,
  trailers: (text) => text.replace(/^(cairn-schema:[ \t]*)1(?=[ \t]*\r?$)/gim, '$12'),
};

/** The upgrade steps, oldest first, ending at this version's schema, without gaps. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [toSchema2];
