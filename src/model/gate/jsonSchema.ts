import { lookUp } from '../../base/lookUp.ts';
import { isObject } from '../../base/json.ts';
import { nearestWord } from '../text/nearestWord.ts';
import { FORMATS, isRegex } from './schemaFormats.ts';
import { resolveRef, SCHEMA_PLACES, subschemas } from './subschemas.ts';

/**
 * Says what is wrong with a JSON Schema of a workflow file, or null.
 *
 * Accepts what draft 7 and 2020-12 have in common, with the names of 2020-12, and `$ref` within the schema. Refuses whatever
 * would not be checked (a keyword, a format, an external reference): a silently ignored rule is a silently open gate.
 */
export function checkJsonSchema(schema: unknown): string | null {
  return wrongAt(schema, '') ?? wrongRef(schema) ?? endlessRef(schema);
}

type Check = (value: unknown) => string | null;

const is =
  (holds: (value: unknown) => boolean, what: string): Check =>
  (value) =>
    holds(value) ? null : `must be ${what}`;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];
const isType = (value: unknown): boolean => isText(value) && TYPES.includes(value);

const number = is((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
const count = is(isCount, 'a whole number from 0');
const text = is(isText, 'text');
const flag = is((value) => typeof value === 'boolean', 'true or false');
const anything: Check = () => null;
const regex: Check = (value) => (isText(value) ? whyNotRegex(value) : 'must be a regular expression');

const KEYWORDS: Readonly<Record<string, Check>> = {
  type: is(
    (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
    `one of ${TYPES.join(', ')}, or a list of these`,
  ),
  enum: is((value) => Array.isArray(value) && value.length > 0, 'a list with something in it'),
  const: anything,
  multipleOf: is((value) => typeof value === 'number' && value > 0, 'a number above 0'),
  maximum: number,
  minimum: number,
  exclusiveMaximum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  pattern: regex,
  format: is(
    (value) => isText(value) && lookUp(FORMATS, value) !== undefined,
    `one of ${Object.keys(FORMATS).join(', ')}`,
  ),
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  maxContains: count,
  minContains: count,
  maxProperties: count,
  minProperties: count,
  required: is(isTexts, 'a list of names'),
  dependentRequired: is(
    (value) => isObject(value) && Object.values(value).every(isTexts),
    'lists of names by name',
  ),
  patternProperties: (value) => (isObject(value) ? firstOf(Object.keys(value), whyNotRegex) : null),
  $ref: is(
    (value) => isText(value) && value.startsWith('#'),
    'a reference within the schema, such as #/$defs/name',
  ),
  $schema: is(
    (value) =>
      isText(value) &&
      /^https?:\/\/json-schema\.org\/draft(?:-07|\/2019-09|\/2020-12)\/schema#?$/.test(value),
    'draft-07, 2019-09 or 2020-12',
  ),
  $comment: text,
  title: text,
  description: text,
  default: anything,
  examples: anything,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
};

const KNOWN = [...new Set([...Object.keys(KEYWORDS), ...SCHEMA_PLACES.keys()])];

/** Deeper schemas are refused; with a YAML alias, one can even contain itself. */
const DEEPEST = 64;

function wrongAt(schema: unknown, path: string, depth = 0): string | null {
  if (typeof schema === 'boolean') return null;
  if (!isObject(schema))
    return `${path === '' ? 'the schema' : path} must be a schema (a map, true or false)`;
  if (depth > DEEPEST) return `${path.slice(0, 80)}… is nested too deep`;
  for (const [keyword, value] of Object.entries(schema)) {
    const why = wrongPlace(keyword, value) ?? wrongValue(keyword, value);
    if (why !== null) return `${path}/${keyword} ${why}`;
  }
  return firstOf(subschemas(schema), ([place, inner]) => wrongAt(inner, `${path}/${place}`, depth + 1));
}

function wrongPlace(keyword: string, value: unknown): string | null {
  const place = SCHEMA_PLACES.get(keyword);
  if (keyword === 'items' && Array.isArray(value))
    return 'must be one schema; a list of them is written as prefixItems';
  if (place === 'list' && !(Array.isArray(value) && value.length > 0)) return 'must be a list of schemas';
  return place === 'map' && !isObject(value) ? 'must be schemas by name' : null;
}

function wrongValue(keyword: string, value: unknown): string | null {
  const check = lookUp(KEYWORDS, keyword);
  if (check !== undefined) return check(value);
  if (SCHEMA_PLACES.has(keyword)) return null;
  const near = nearestWord(keyword, KNOWN);
  return `is a keyword that is not checked here${near === null ? '' : `; did you mean ${near}?`}`;
}

/** A schema and all schemas nested in it. */
function allSchemas(schema: unknown): readonly unknown[] {
  return isObject(schema)
    ? [schema, ...subschemas(schema).flatMap(([, inner]) => allSchemas(inner))]
    : [schema];
}

/** References must lead to subschemas: other parts of it were not checked. */
function wrongRef(root: unknown): string | null {
  const schemas = new Set([...allSchemas(root), true, false]);
  return firstOf([...schemas], (schema) => {
    const ref = isObject(schema) ? schema['$ref'] : undefined;
    return !isText(ref) || schemas.has(resolveRef(root, ref)) ? null : `$ref ${ref} leads to no schema`;
  });
}

/** A schema that refers to itself without descending into the value would never end. */
function endlessRef(root: unknown): string | null {
  const visited = new Map<unknown, 'open' | 'done'>();
  const visit = (schema: unknown): string | null => {
    if (!isObject(schema) || visited.get(schema) === 'done') return null;
    if (visited.get(schema) === 'open') return 'the schema refers to itself without end';
    visited.set(schema, 'open');
    const inPlace = subschemas(schema).flatMap(([place, inner]) => (SAME_VALUE.test(place) ? [inner] : []));
    const target = isText(schema['$ref']) ? [resolveRef(root, schema['$ref'])] : [];
    const why = firstOf([...target, ...inPlace], visit);
    visited.set(schema, 'done');
    return why;
  };
  return firstOf(allSchemas(root), visit);
}

/** The places whose schemas judge the same value as the schema around them. */
const SAME_VALUE = /^(?:allOf|anyOf|oneOf|not|if|then|else|dependentSchemas)(?:\/|$)/;

function firstOf<T>(items: readonly T[], why: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = why(item);
    if (found !== null) return found;
  }
  return null;
}

const whyNotRegex = (pattern: string): string | null =>
  isRegex(pattern) ? null : `has no regular expression in ${JSON.stringify(pattern)}`;
