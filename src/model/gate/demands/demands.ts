import type { Demand } from './demand.ts';
import { headings } from './headings.ts';
import { minBytes } from './minBytes.ts';
import { schema } from './schema.ts';

/** Every key beside `path` that an artifact may have in a workflow, in the order in which it is told. */
export const DEMANDS = { minBytes, headings, schema };

type WantedOf<D> = D extends Demand<infer _Written, infer Wanted> ? Wanted : never;

/** What a workflow asks of one artifact; a key that it leaves out is there with what that means. */
export type Demands = { readonly [K in keyof typeof DEMANDS]: WantedOf<(typeof DEMANDS)[K]> };

/** Each demand with what is wanted, where anything is. */
export function askedOf(rule: Demands): readonly (readonly [Demand<unknown, unknown>, unknown])[] {
  return all()
    .map(([key, demand]) => [demand, rule[key]] as const)
    .filter(([{ absent }, wanted]) => JSON.stringify(wanted ?? null) !== JSON.stringify(absent));
}

/** The demands that a file spells out, and what is meant by those that it leaves out. */
export const demandsOf = (written: Partial<Record<keyof Demands, unknown>>): Demands =>
  Object.fromEntries(all().map(([key, { absent }]) => [key, written[key] ?? absent])) as Demands;

/** As the hash of the plan sees them. */
export const plannedOf = (rule: Demands): Demands =>
  Object.fromEntries(all().map(([key, demand]) => [key, demand.planned(rule[key])])) as Demands;

/** The compiler holds that each has its own kind of value; here they are one list. */
const all = (): readonly (readonly [keyof Demands, Demand<unknown, unknown>])[] =>
  Object.entries(DEMANDS) as unknown as readonly (readonly [keyof Demands, Demand<unknown, unknown>])[];
