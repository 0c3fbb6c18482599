import { lookUp } from '../../base/lookUp.ts';
import { canonicalJson } from '../text/canonicalJson.ts';
import { FORMATS } from './schemaFormats.ts';
import { resolveRef } from './subschemas.ts';

/** Where in a value a rule does not hold (a JSON Pointer; `/` for the whole value), and which rule. */
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
  /** Judges a part of the value; `part`: its key or index. */
  inside(inner: unknown, part: string | number, schema: unknown): readonly Violation[];
  /** Judges the value itself by another schema. */
  same(schema: unknown): readonly Violation[];
  /** True if a value meets a schema. */
  meets(inner: unknown, schema: unknown): boolean;
}

/** What a judge says: what the value itself violates, and violations inside it; `false`: the keyword holds. */
type Said = false | string | readonly (string | Violation)[];
export type Judge = (at: At, rule: unknown) => Said;

type Json = Readonly<Record<string, unknown>>;

/** Makes judges of values of one type: about others their keywords say nothing. */
const about =
  <V>(type: string) =>
  (judge: (rule: never, value: V, at: At) => Said): Judge =>
  (at, rule) =>
    typeOf(at.value) === type && judge(rule as never, at.value as V, at);
const aboutText = about<string>('string');
const aboutNumber = about<number>('number');
const aboutArray = about<readonly unknown[]>('array');
const aboutObject = about<Json>('object');

/**
 * Every keyword that can refuse a value; annotations have none. `then`, `else`, `minContains` and `maxContains` are judged
 * with their partners.
 */
export const JUDGES: Readonly<Record<string, Judge>> = {
  type: ({ value }, rule) => {
    const wanted = [rule].flat() as readonly string[];
    return (
      !wanted.some((type) => isOfType(value, type)) && `must be ${wanted.join(' or ')}, is ${typeOf(value)}`
    );
  },
  enum: ({ value }, rule) =>
    !(rule as readonly unknown[]).some((one) => equal(one, value)) && `must be one of ${brief(rule)}`,
  const: ({ value }, rule) => !equal(rule, value) && `must be ${brief(rule)}`,

  multipleOf: aboutNumber((by: number, value) => !isMultiple(value, by) && `must be a multiple of ${by}`),
  maximum: aboutNumber((most: number, value) => value > most && `must be at most ${most}`),
  minimum: aboutNumber((least: number, value) => value < least && `must be at least ${least}`),
  exclusiveMaximum: aboutNumber((most: number, value) => value >= most && `must be below ${most}`),
  exclusiveMinimum: aboutNumber((least: number, value) => value <= least && `must be above ${least}`),

  maxLength: aboutText(
    (most: number, value) => characters(value) > most && `must have at most ${most} characters`,
  ),
  minLength: aboutText(
    (least: number, value) => characters(value) < least && `must have at least ${least} characters`,
  ),
  pattern: aboutText(
    (pattern: string, value) => !new RegExp(pattern, 'u').test(value) && `must match ${pattern}`,
  ),
  format: aboutText(
    (format: string, value) => lookUp(FORMATS, format)?.(value) === false && `must be a ${format}`,
  ),

  maxItems: aboutArray(
    (most: number, { length }) => length > most && `must have at most ${most} items, has ${length}`,
  ),
  minItems: aboutArray(
    (least: number, { length }) => length < least && `must have at least ${least} items, has ${length}`,
  ),
  uniqueItems: aboutArray(
    (unique: boolean, items) =>
      unique && new Set(items.map(canonicalJson)).size < items.length && 'must not have the same item twice',
  ),
  prefixItems: aboutArray((schemas: readonly unknown[], items, at) =>
    items.slice(0, schemas.length).flatMap((item, index) => at.inside(item, index, schemas[index])),
  ),
  items: aboutArray((schema: unknown, items, at) => {
    const skip = Array.isArray(at.rules['prefixItems']) ? at.rules['prefixItems'].length : 0;
    return items.slice(skip).flatMap((item, index) => at.inside(item, index + skip, schema));
  }),
  contains: aboutArray((schema: unknown, items, at) => {
    const { minContains: least = 1, maxContains: most = Infinity } = at.rules as {
      minContains?: number;
      maxContains?: number;
    };
    const found = items.filter((item) => at.meets(item, schema)).length;
    if (found < least) return `must have at least ${least} items that meet "contains", has ${found}`;
    return found > most && `must have at most ${most} items that meet "contains", has ${found}`;
  }),

  maxProperties: aboutObject(
    (most: number, value) => keys(value).length > most && `must have at most ${most} properties`,
  ),
  minProperties: aboutObject(
    (least: number, value) => keys(value).length < least && `must have at least ${least} properties`,
  ),
  required: aboutObject((names: readonly string[], value) => missing(names, value, '')),
  dependentRequired: aboutObject((rule: Readonly<Record<string, readonly string[]>>, value) =>
    Object.entries(rule).flatMap(([name, names]) =>
      Object.hasOwn(value, name) ? missing(names, value, ` because it has "${name}"`) : [],
    ),
  ),
  dependentSchemas: aboutObject((rule: Json, value, at) =>
    keys(rule).flatMap((name) => (Object.hasOwn(value, name) ? at.same(rule[name]) : [])),
  ),
  properties: aboutObject((rule: Json, value, at) =>
    keys(rule).flatMap((name) =>
      Object.hasOwn(value, name) ? at.inside(value[name], name, rule[name]) : [],
    ),
  ),
  patternProperties: aboutObject((rule: Json, value, at) =>
    keys(rule).flatMap((pattern) =>
      keys(value)
        .filter((name) => new RegExp(pattern, 'u').test(name))
        .flatMap((name) => at.inside(value[name], name, rule[pattern])),
    ),
  ),
  additionalProperties: aboutObject((schema: unknown, value, at) => {
    const patterns = keys((at.rules['patternProperties'] ?? {}) as Json).map(
      (pattern) => new RegExp(pattern, 'u'),
    );
    const known = (at.rules['properties'] ?? {}) as Json;
    return keys(value)
      .filter((name) => !Object.hasOwn(known, name) && !patterns.some((pattern) => pattern.test(name)))
      .flatMap((name) => at.inside(value[name], name, schema));
  }),
  propertyNames: aboutObject((schema: unknown, value, at) =>
    keys(value)
      .filter((name) => !at.meets(name, schema))
      .map((name) => `must not have a property called ${JSON.stringify(name)}`),
  ),

  allOf: (at, rule) => (rule as readonly unknown[]).flatMap((schema) => at.same(schema)),
  anyOf: (at, rule) => {
    const each = (rule as readonly unknown[]).map((schema) => at.same(schema)[0]?.what);
    return !each.includes(undefined) && `must meet one of ${each.length} schemas (${each.join('; ')})`;
  },
  oneOf: (at, rule) => {
    const schemas = rule as readonly unknown[];
    const met = schemas.filter((schema) => at.meets(at.value, schema)).length;
    return met !== 1 && `must meet exactly one of ${schemas.length} schemas, meets ${met}`;
  },
  not: (at, rule) => at.meets(at.value, rule) && 'must not meet the schema below "not"',
  if: (at, rule) => at.same(at.rules[at.meets(at.value, rule) ? 'then' : 'else']),
  $ref: (at, rule) => at.same(resolveRef(at.root, rule as string)),
};

/** JSON Schema counts code points. */
const characters = (text: string): number => Array.from(text).length;
const keys = (value: object): readonly string[] => Object.keys(value);
const equal = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const missing = (names: readonly string[], value: Json, because: string): readonly string[] =>
  names
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `must have the property "${name}"${because}`);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isOfType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;

/** 0.3 is a multiple of 0.1 for people, though not for doubles: allow a rounding error in the quotient. */
function isMultiple(value: number, by: number): boolean {
  const quotient = value / by;
  return Number.isFinite(quotient) && Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 1e-14;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
