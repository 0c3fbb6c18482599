import { notesOffset } from '../status/notesOf.ts';

/** Kinds of records with a schema number; `trailers` is the message of a checkpoint. */
export type RecordKind =
  | 'workflow'
  | 'status'
  | 'phase'
  | 'effects'
  | 'inputs'
  | 'items'
  | 'packet'
  | 'ledger'
  | 'trailers';

/** Upgrades the whole text of a record from one schema to the next, including its number. Pure. */
export type SchemaStep = { readonly [K in RecordKind]: (text: string) => string };

const frontMatter = (text: string): string => text.replace(/^schema: 1(?=\r?$)/m, 'schema: 2');
/** The column Round, behind the third: everything had one round. */
const withRounds = (text: string): string => {
  const end = notesOffset(text) ?? text.length;
  const table = text.slice(0, end).replace(/^\|[^|\n]*\|[^|\n]*\|[^|\n]*\|/gm, (three) => {
    if (three.startsWith('| #')) return `${three} Round |`;
    return three.startsWith('|-') ? `${three}--:|` : `${three} 1 |`;
  });
  return table + text.slice(end);
};
const json = (text: string): string => text.replace(/("schema"\s*:\s*)1\b/, '$12');

/**
 * Since schema 2 work that is not done is held. What a phase of schema 1 left in the tree stays there: its record says nothing of
 * held work, which is how it is known. A workflow of schema 1 is one of schema 2 with fewer keys.
 */
const toSchema2: SchemaStep = {
  workflow: (text) => text,
  status: (text) => withRounds(frontMatter(text)),
  phase: json,
  effects: json,
  inputs: json,
  items: json,
  packet: frontMatter,
  ledger: frontMatter,
  trailers: (text) =>
    text
      .replace(/^(cairn-schema:[ \t]*)1(?=[ \t]*\r?$)/gim, '$12')
      .replace(/^cairn-attempt:.*$/gim, '$&\nCairn-Round: 1'),
};

/** The upgrade steps, oldest first, ending at this version's schema, without gaps. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [toSchema2];
