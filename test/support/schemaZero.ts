import type { SchemaStep } from '../../src/model/parsing/schemaSteps.ts';

/**
 * A schema that never was, so that the way from an older one can be walked before there is one: the state `running` was
 * called `going`, an `attempt` a `try`, `effects` were `deeds`, the `budget` of a packet its `limit`, `artifacts` were
 * what a phase `makes`.
 */
export const ZERO_TO_ONE: SchemaStep = {
  workflow: (text) => text.replace(/^schema: 0/m, 'schema: 1').replaceAll(/\bmakes:/g, 'artifacts:'),
  status: (text) => text.replace(/^schema: 0$/m, 'schema: 1').replace(/^state: going$/m, 'state: running'),
  phase: (text) => renamed(text, { try: 'attempt' }, 1),
  effects: (text) => renamed(text, { deeds: 'effects' }, 1),
  packet: (text) => text.replace(/^schema: 0$/m, 'schema: 1').replace(/^limit: /m, 'budget: '),
  trailers: (text) =>
    text
      .replace(/^Cairn-Schema: 0$/m, 'Cairn-Schema: 1')
      .replace(/^Cairn-State: going$/m, 'Cairn-State: running'),
};

/** What is written today as that schema would have had it. */
export const AS_ZERO: SchemaStep = {
  workflow: (text) => text.replace(/^schema: 1/m, 'schema: 0').replaceAll(/\bartifacts:/g, 'makes:'),
  status: (text) => text.replace(/^schema: 1$/m, 'schema: 0').replace(/^state: running$/m, 'state: going'),
  phase: (text) => renamed(text, { attempt: 'try' }, 0),
  effects: (text) => renamed(text, { effects: 'deeds' }, 0),
  packet: (text) => text.replace(/^schema: 1$/m, 'schema: 0').replace(/^budget: /m, 'limit: '),
  trailers: (text) =>
    text
      .replace(/^Cairn-Schema: 1$/m, 'Cairn-Schema: 0')
      .replace(/^Cairn-State: running$/m, 'Cairn-State: going'),
};

/** Keys of the outermost block under other names, in their order. */
function renamed(text: string, names: Readonly<Record<string, string>>, schema: number): string {
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>).map(([key, value]) => [
    names[key] ?? key,
    key === 'schema' ? schema : value,
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
