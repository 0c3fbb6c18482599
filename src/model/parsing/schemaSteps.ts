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

const frontMatter =
  (from: number) =>
  (text: string): string =>
    text.replace(new RegExp(`^schema: ${from}(?=\\r?$)`, 'm'), `schema: ${from + 1}`);
const json =
  (from: number) =>
  (text: string): string =>
    text.replace(new RegExp(`("schema"\\s*:\\s*)${from}\\b`), `$1${from + 1}`);
const trailers =
  (from: number) =>
  (text: string): string =>
    text.replace(new RegExp(`^(cairn-schema:[ \\t]*)${from}(?=[ \\t]*\\r?$)`, 'gim'), `$1${from + 1}`);

/** A step that changes the number alone. */
const numbered = (from: number): SchemaStep => ({
  // A workflow of an older schema is one of a later with fewer keys: it stays as a person wrote it.
  workflow: (text) => text,
  status: frontMatter(from),
  phase: json(from),
  effects: json(from),
  inputs: json(from),
  items: json(from),
  packet: frontMatter(from),
  ledger: frontMatter(from),
  trailers: trailers(from),
});

/** Changes what stands above the notes. */
const aboveNotes = (text: string, change: (above: string) => string): string => {
  const end = notesOffset(text) ?? text.length;
  return change(text.slice(0, end)) + text.slice(end);
};

/** The column Round, behind the third: everything had one round. */
const withRounds = (above: string): string =>
  above.replace(/^\|[^|\n]*\|[^|\n]*\|[^|\n]*\|/gm, (three) => {
    if (three.startsWith('| #')) return `${three} Round |`;
    return three.startsWith('|-') ? `${three}--:|` : `${three} 1 |`;
  });

/**
 * Since schema 2 work that is not done is held. What a phase of schema 1 left in the tree stays there: its record says nothing of
 * held work, which is how it is known.
 */
const toSchema2: SchemaStep = {
  ...numbered(1),
  status: (text) => aboveNotes(frontMatter(1)(text), withRounds),
  trailers: (text) => trailers(1)(text).replace(/^cairn-attempt:.*$/gim, '$&\nCairn-Round: 1'),
};

/** The key `checked`, and the column Checked behind the sixth: nobody wrote down what stood behind a *done*. */
const withChecked = (above: string): string =>
  above.replace(/^updated:/m, 'checked: null\nupdated:').replace(/^(?:\|[^|\n]*){6}\|/gm, (six) => {
    if (six.startsWith('| #')) return `${six} Checked |`;
    return six.startsWith('|-') ? `${six}---|` : `${six} |`;
  });

/** Since schema 3 a session says what stands behind a *done*. */
const toSchema3: SchemaStep = {
  ...numbered(2),
  status: (text) => aboveNotes(frontMatter(2)(text), withChecked),
};

/** The upgrade steps, oldest first, ending at this version's schema, without gaps. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [toSchema2, toSchema3];
