import type { SchemaStep } from '../../src/model/parsing/schemaSteps.ts';

const frontMatter =
  (is: number, was: number) =>
  (text: string): string =>
    text.replace(new RegExp(`^schema: ${is}$`, 'm'), `schema: ${was}`);

/** Without the column at this place, from 0. */
const withoutColumn = (text: string, at: number): string =>
  text.replace(new RegExp(`^((?:\\|[^|\n]*){${at}})\\|[^|\n]*`, 'gm'), '$1');

const numbered = (is: number, was: number): SchemaStep => {
  const json = (text: string): string => text.replace(`"schema": ${is}`, `"schema": ${was}`);
  return {
    workflow: frontMatter(is, was),
    status: frontMatter(is, was),
    phase: json,
    effects: json,
    inputs: json,
    items: json,
    packet: frontMatter(is, was),
    ledger: frontMatter(is, was),
    trailers: (text) => text.replace(new RegExp(`^Cairn-Schema: ${is}$`, 'm'), `Cairn-Schema: ${was}`),
  };
};

const withoutChecked = (text: string): string => withoutColumn(text, 6).replace(/^checked: .*\n/m, '');

/** What is written today as schema 2 had it. */
export const AS_TWO: SchemaStep = {
  ...numbered(3, 2),
  status: (text) => withoutChecked(numbered(3, 2).status(text)),
  trailers: (text) =>
    numbered(3, 2)
      .trailers(text)
      .replace(/^Cairn-Checked: .*\n/m, ''),
};

/** What is written today as schema 1 had it. */
export const AS_ONE: SchemaStep = {
  ...numbered(3, 1),
  status: (text) => withoutColumn(withoutChecked(numbered(3, 1).status(text)), 3),
  trailers: (text) =>
    AS_TWO.trailers(text)
      .replace(/^Cairn-Schema: 2$/m, 'Cairn-Schema: 1')
      .replace(/^Cairn-Round: \d+\n/m, ''),
};
