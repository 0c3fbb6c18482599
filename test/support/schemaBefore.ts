import type { SchemaStep } from '../../src/model/parsing/schemaSteps.ts';

const frontMatter = (text: string): string => text.replace(/^schema: 2$/m, 'schema: 1');
const json = (text: string): string => text.replace('"schema": 2', '"schema": 1');

/** Without the column Round, the fourth. */
const withoutRounds = (text: string): string =>
  text.replace(/^(\|[^|\n]*\|[^|\n]*\|[^|\n]*\|)[^|\n]*\|/gm, '$1');

/** What is written today as schema 1 had it. */
export const AS_ONE: SchemaStep = {
  workflow: frontMatter,
  status: (text) => withoutRounds(frontMatter(text)),
  phase: json,
  effects: json,
  inputs: json,
  items: json,
  packet: frontMatter,
  ledger: frontMatter,
  trailers: (text) =>
    text.replace(/^Cairn-Schema: 2$/m, 'Cairn-Schema: 1').replace(/^Cairn-Round: \d+\n/m, ''),
};
