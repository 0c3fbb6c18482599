import type { Demand } from './demand.ts';
import { headings } from './headings.ts';
import { minBytes } from './minBytes.ts';
import { schema } from './schema.ts';

/** Every key besides `path` that an artifact may have in a workflow, in the order of messages. */
export const DEMANDS = { minBytes, headings, schema };

type WantedOf<D> = D extends Demand<infer _Written, infer Wanted> ? Wanted : never;

/** What a workflow demands of one artifact; absent keys have their default. */
export type Demands = { readonly [K in keyof typeof DEMANDS]: WantedOf<(typeof DEMANDS)[K]> };

/** Each demand that asks for something. */
export function askedOf(rule: Demands): readonly (readonly [Demand<unknown, unknown>, unknown])[] {
  return all()
    .map(([key, demand]) => [demand, rule[key]] as const)
    .filter(([{ absent }, wanted]) => JSON.stringify(wanted ?? null) !== JSON.stringify(absent));
}

/** The demands in a file, with defaults for the absent ones. */
export const demandsOf = (written: Partial<Record<keyof Demands, unknown>>): Demands =>
  Object.fromEntries(all().map(([key, { absent }]) => [key, written[key] ?? absent])) as Demands;

/** Their values in the plan hash. */
export const plannedOf = (rule: Demands): Demands =>
  Object.fromEntries(all().map(([key, demand]) => [key, demand.planned(rule[key])])) as Demands;

/** Each has its own type of value, which the compiler checks; here they are one list. */
const all = (): readonly (readonly [keyof Demands, Demand<unknown, unknown>])[] =>
  Object.entries(DEMANDS) as unknown as readonly (readonly [keyof Demands, Demand<unknown, unknown>])[];
