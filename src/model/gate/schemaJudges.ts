import { canonicalJson } from '../text/canonicalJson.ts';
import { FORMATS } from './schemaFormats.ts';
import { resolveRef } from './subschemas.ts';

/** Where in a value a rule does not hold (a JSON Pointer; the whole value is `/`) and which. */
export interface Violation {
  readonly path: string;
  readonly what: string;
}

/** What a keyword's judge may look at and do. */
export interface At {
  /** The whole schema that the keyword is in, and the outermost one. */
  readonly rules: Readonly<Record<string, unknown>>;
  readonly root: unknown;
  readonly value: unknown;
  /** One violation at this place. */
  tell(what: string): readonly Violation[];
  /** Judges what is inside the value. */
  inside(inner: unknown, part: string, schema: unknown): readonly Violation[];
  /** Judges the value itself by another schema. */
  same(schema: unknown): readonly Violation[];
  /** True when a value meets a schema. */
  meets(inner: unknown, schema: unknown): boolean;
}
export type Judge = (at: At, rule: unknown) => readonly Violation[];

const NONE: readonly Violation[] = [];
type Json = Readonly<Record<string, unknown>>;

/** Wraps a judge that only speaks about values of one type: about others a keyword says nothing. */
const forText =
  (judge: (rule: never, value: string) => string | null): Judge =>
  (at, rule) =>
    told(at, typeof at.value === 'string' ? judge(rule as never, at.value) : null);
const forNumber =
  (judge: (rule: never, value: number) => string | null): Judge =>
  (at, rule) =>
    told(at, typeof at.value === 'number' ? judge(rule as never, at.value) : null);
const forArray =
  (judge: (at: At, rule: never, value: readonly unknown[]) => readonly Violation[]): Judge =>
  (at, rule) =>
    Array.isArray(at.value) ? judge(at, rule as never, at.value) : NONE;
const forObject =
  (judge: (at: At, rule: never, value: Json) => readonly Violation[]): Judge =>
  (at, rule) =>
    typeOf(at.value) === 'object' ? judge(at, rule as never, at.value as Json) : NONE;

function told(at: At, what: string | null): readonly Violation[] {
  return what === null ? NONE : at.tell(what);
}

/** Every keyword that can refuse a value; annotations have none. `then`, `else`, `minContains` and `maxContains` are judged with their partners. */
export const JUDGES: Readonly<Record<string, Judge>> = {
  type: (at, rule: unknown) => {
    const wanted = (Array.isArray(rule) ? rule : [rule]) as readonly string[];
    if (wanted.some((type) => isOfType(at.value, type))) return NONE;
    return at.tell(`must be ${wanted.join(' or ')}, is ${typeOf(at.value)}`);
  },
  enum: (at, rule) =>
    (rule as readonly unknown[]).some((one) => equal(one, at.value))
      ? NONE
      : at.tell(`must be one of ${brief(rule)}`),
  const: (at, rule) => (equal(rule, at.value) ? NONE : at.tell(`must be ${brief(rule)}`)),

  multipleOf: forNumber((by: number, value) =>
    isMultiple(value, by) ? null : `must be a multiple of ${by}`,
  ),
  maximum: forNumber((most: number, value) => (value <= most ? null : `must be at most ${most}`)),
  minimum: forNumber((least: number, value) => (value >= least ? null : `must be at least ${least}`)),
  exclusiveMaximum: forNumber((most: number, value) => (value < most ? null : `must be below ${most}`)),
  exclusiveMinimum: forNumber((least: number, value) => (value > least ? null : `must be above ${least}`)),

  maxLength: forText((most: number, value) =>
    characters(value) <= most ? null : `must have at most ${most} characters`,
  ),
  minLength: forText((least: number, value) =>
    characters(value) >= least ? null : `must have at least ${least} characters`,
  ),
  pattern: forText((pattern: string, value) =>
    new RegExp(pattern, 'u').test(value) ? null : `must match ${pattern}`,
  ),
  format: forText((format: string, value) =>
    FORMATS[format]?.(value) === false ? `must be a ${format}` : null,
  ),

  maxItems: forArray((at, most: number, items) =>
    items.length <= most ? NONE : at.tell(`must have at most ${most} items, has ${items.length}`),
  ),
  minItems: forArray((at, least: number, items) =>
    items.length >= least ? NONE : at.tell(`must have at least ${least} items, has ${items.length}`),
  ),
  uniqueItems: forArray((at, unique: boolean, items) =>
    unique && new Set(items.map(canonicalJson)).size < items.length
      ? at.tell('must not have the same item twice')
      : NONE,
  ),
  prefixItems: forArray((at, schemas: readonly unknown[], items) =>
    items.slice(0, schemas.length).flatMap((item, index) => at.inside(item, String(index), schemas[index])),
  ),
  items: forArray((at, schema: unknown, items) => {
    const skip = Array.isArray(at.rules['prefixItems']) ? at.rules['prefixItems'].length : 0;
    return items.slice(skip).flatMap((item, index) => at.inside(item, String(index + skip), schema));
  }),
  contains: forArray((at, schema: unknown, items) => {
    const { minContains: least = 1, maxContains: most = Infinity } = at.rules as {
      minContains?: number;
      maxContains?: number;
    };
    const found = items.filter((item) => at.meets(item, schema)).length;
    if (found < least) return at.tell(`must have at least ${least} items that meet "contains", has ${found}`);
    return found > most
      ? at.tell(`must have at most ${most} items that meet "contains", has ${found}`)
      : NONE;
  }),

  maxProperties: forObject((at, most: number, value) =>
    keys(value).length <= most ? NONE : at.tell(`must have at most ${most} properties`),
  ),
  minProperties: forObject((at, least: number, value) =>
    keys(value).length >= least ? NONE : at.tell(`must have at least ${least} properties`),
  ),
  required: forObject((at, names: readonly string[], value) => missing(at, names, value, '')),
  dependentRequired: forObject((at, rule: Readonly<Record<string, readonly string[]>>, value) =>
    keys(rule).flatMap((name) =>
      Object.hasOwn(value, name) ? missing(at, rule[name] ?? [], value, ` because it has "${name}"`) : NONE,
    ),
  ),
  dependentSchemas: forObject((at, rule: Json, value) =>
    keys(rule).flatMap((name) => (Object.hasOwn(value, name) ? at.same(rule[name]) : NONE)),
  ),
  properties: forObject((at, rule: Json, value) =>
    keys(rule).flatMap((name) =>
      Object.hasOwn(value, name) ? at.inside(value[name], name, rule[name]) : NONE,
    ),
  ),
  patternProperties: forObject((at, rule: Json, value) =>
    keys(rule).flatMap((pattern) =>
      keys(value)
        .filter((name) => new RegExp(pattern, 'u').test(name))
        .flatMap((name) => at.inside(value[name], name, rule[pattern])),
    ),
  ),
  additionalProperties: forObject((at, schema: unknown, value) => {
    const patterns = keys((at.rules['patternProperties'] ?? {}) as Json).map(
      (pattern) => new RegExp(pattern, 'u'),
    );
    const known = (at.rules['properties'] ?? {}) as Json;
    return keys(value)
      .filter((name) => !Object.hasOwn(known, name) && !patterns.some((pattern) => pattern.test(name)))
      .flatMap((name) => at.inside(value[name], name, schema));
  }),
  propertyNames: forObject((at, schema: unknown, value) =>
    keys(value)
      .filter((name) => !at.meets(name, schema))
      .flatMap((name) => at.tell(`must not have a property called ${JSON.stringify(name)}`)),
  ),

  allOf: (at, rule) => (rule as readonly unknown[]).flatMap((schema) => at.same(schema)),
  anyOf: (at, rule) => {
    const each = (rule as readonly unknown[]).map((schema) => at.same(schema));
    if (each.some((violations) => violations.length === 0)) return NONE;
    return at.tell(
      `must meet one of ${each.length} schemas (${each.map((violations) => violations[0]?.what).join('; ')})`,
    );
  },
  oneOf: (at, rule) => {
    const schemas = rule as readonly unknown[];
    const met = schemas.filter((schema) => at.same(schema).length === 0).length;
    return met === 1 ? NONE : at.tell(`must meet exactly one of ${schemas.length} schemas, meets ${met}`);
  },
  not: (at, rule) => (at.same(rule).length > 0 ? NONE : at.tell('must not meet the schema below "not"')),
  if: (at, rule) => {
    const branch = at.same(rule).length === 0 ? at.rules['then'] : at.rules['else'];
    return branch === undefined ? NONE : at.same(branch);
  },
  $ref: (at, rule) => at.same(resolveRef(at.root, rule as string)),
};

/** JSON Schema counts code points. */
const characters = (text: string): number => Array.from(text).length;
const keys = (value: object): readonly string[] => Object.keys(value);
const equal = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

function missing(at: At, names: readonly string[], value: Json, because: string): readonly Violation[] {
  return names
    .filter((name) => !Object.hasOwn(value, name))
    .flatMap((name) => at.tell(`must have the property "${name}"${because}`));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isOfType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

/** 0.3 is a multiple of 0.1 for people, though not for doubles: a quotient that is whole but for rounding counts. */
function isMultiple(value: number, by: number): boolean {
  const quotient = value / by;
  return Number.isFinite(quotient) && Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 1e-14;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
