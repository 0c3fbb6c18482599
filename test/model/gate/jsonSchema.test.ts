import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonError } from '../../../src/model/gate/findJsonError.ts';
import { checkJsonSchema } from '../../../src/model/gate/jsonSchema.ts';
import { schemaViolations } from '../../../src/model/gate/schemaViolations.ts';
import { runsOf } from '../../support/seeds.ts';

describe('a JSON Schema in a workflow', () => {
  test.each([
    [{ type: 'array', minItems: 1 }],
    [true],
    [
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { a: { type: 'string' } },
        $ref: '#/$defs/a',
      },
    ],
    [{ $defs: { tree: { properties: { left: { $ref: '#/$defs/tree' } } } }, $ref: '#/$defs/tree' }],
    [JSON.parse('{ "if": { "type": "string" }, "then": { "minLength": 1 }, "else": { "type": "null" } }')],
    [{ properties: { $ref: { type: 'string' } } }],
  ])('is understood: %j', (schema) => {
    expect(checkJsonSchema(schema)).toBeNull();
  });

  test.each([
    [{ minItem: 1 }, '/minItem is a keyword that is not checked here; did you mean minItems?'],
    [
      { items: { unevaluatedProperties: false } },
      '/items/unevaluatedProperties is a keyword that is not checked here',
    ],
    [
      { properties: { a: { type: 'text' } } },
      '/properties/a/type must be one of null, boolean, object, array, number, integer, string, or a list of these',
    ],
    [{ format: 'hostname' }, '/format must be one of date, time, date-time, email, uri, uuid, regex'],
    [{ items: [{}] }, '/items must be one schema; a list of them is written as prefixItems'],
    [{ anyOf: [] }, '/anyOf must be a list of schemas'],
    [{ pattern: '(' }, '/pattern has no regular expression in "("'],
    [{ patternProperties: { '[': {} } }, '/patternProperties has no regular expression in "["'],
    [
      { $ref: 'https://example.com/x.json' },
      '/$ref must be a reference within the schema, such as #/$defs/name',
    ],
    [{ $ref: '#/$defs/a' }, '$ref #/$defs/a leads to no schema'],
    [{ $ref: '#/properties', properties: { minItem: {} } }, '$ref #/properties leads to no schema'],
    [{ $ref: '#' }, 'the schema refers to itself without end'],
    [
      {
        $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } },
        items: { $ref: '#/$defs/a' },
      },
      'the schema refers to itself without end',
    ],
    ['array', 'the schema must be a schema (a map, true or false)'],
    [{ properties: { a: 3 } }, '/properties/a must be a schema (a map, true or false)'],
    [{ minLength: -1 }, '/minLength must be a whole number from 0'],
    [{ required: 'a' }, '/required must be a list of names'],
  ])('is refused: %j', (schema, why) => {
    expect(checkJsonSchema(schema)).toBe(why);
  });

  test('a schema that contains itself is refused, not followed for ever', () => {
    const schema: Record<string, unknown> = {};
    schema['not'] = schema;
    expect(checkJsonSchema(schema)).toContain('nested too deep');
  });
});

// Small pools, so that schemas and values meet often.
const names = fc.constantFrom('a', 'b', 'ab', 'c');
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 3, 1.5, -1, '', 'a', 'ab', 'abc', '🪨', [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 3 })
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`).join(',')}}`,
          ) as unknown,
      ),
  ),
})).value;
const small = fc.nat(3);
const schema = fc.letrec<{ schema: unknown }>((tie) => {
  const one = tie('schema');
  const list = fc.array(one, { minLength: 1, maxLength: 3 });
  const byName = fc.dictionary(fc.constantFrom('a', 'b', 'ab'), one, { maxKeys: 2 });
  const type = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3, selector: (item) => JSON.stringify(item) }),
    const: value,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    maximum: small,
    minimum: small,
    exclusiveMaximum: small,
    exclusiveMinimum: small,
    maxLength: small,
    minLength: small,
    pattern: fc.constantFrom('^a', 'b$', '.'),
    maxItems: small,
    minItems: small,
    uniqueItems: fc.boolean(),
    maxContains: small,
    minContains: small,
    maxProperties: small,
    minProperties: small,
    required: fc.uniqueArray(names, { maxLength: 2 }),
    dependentRequired: fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.uniqueArray(fc.constantFrom('a', 'ab'), { maxLength: 2 }),
      { maxKeys: 2 },
    ),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: one,
    ...Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, one])),
    dependentSchemas: byName,
    prefixItems: list,
    items: one,
    contains: one,
    properties: byName,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), one, { maxKeys: 2 }),
    additionalProperties: one,
    propertyNames: one,
    $ref: fc.constant('#/$defs/shared'),
  };
  const pairs = fc.oneof(
    ...Object.entries(keywords).map(([keyword, rule]) => rule.map((made) => [keyword, made] as const)),
  );
  // Keywords that are only right together meet too seldom by chance.
  const partners = fc.oneof(
    ...[
      ['prefixItems', 'items'],
      ['contains', 'minContains', 'maxContains'],
      ['properties', 'patternProperties', 'additionalProperties'],
      ['if', 'then', 'else'],
    ].map((group) =>
      fc
        .tuple(...group.map((keyword) => keywords[keyword] ?? fc.constant(true)))
        .map((rules) => Object.fromEntries(rules.map((rule, at) => [group[at] ?? '', rule]))),
    ),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.boolean(),
      fc.array(pairs, { maxLength: 4 }).map((made) => withoutContradiction(Object.fromEntries(made))),
      partners,
    ),
  };
}).schema;

/**
 * The reference validator calls `[]` valid for `{contains: false, prefixItems: [false]}`, and invalid, as the
 * specification has it, for `{contains: false}` alone: where it contradicts itself it is not asked.
 */
function withoutContradiction(made: Record<string, unknown>): Record<string, unknown> {
  const { contains, ...rest } = made;
  return 'prefixItems' in made || contains === undefined ? rest : made;
}

/**
 * Null where the code that the reference validator generates crashes: for `patternProperties` beside some `anyOf`, and
 * for `prefixItems` with `items` below a `oneOf` (a name that it never defines).
 */
function answerOf(ask: () => boolean): boolean | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) return null;
    throw error;
  }
}

describe('judging by a schema', () => {
  test('says what the reference validator says, for any schema and value', () => {
    const ajv = new Ajv2020({
      strict: false,
      ownProperties: true,
      validateSchema: false,
      allErrors: false,
      logger: false,
    });
    let held = 0;
    fc.assert(
      fc.property(
        schema,
        fc.constantFrom({ type: 'string' }, { minimum: 1 }, true),
        value,
        (made, shared, given) => {
          const whole = typeof made === 'boolean' ? made : { ...(made as object), $defs: { shared } };
          expect(checkJsonSchema(whole)).toBeNull();
          const expected = answerOf(() => ajv.validate(whole as object, given));
          fc.pre(expected !== null);
          held += expected ? 1 : 0;
          expect(schemaViolations(whole, given).length === 0).toBe(expected);
        },
      ),
      { numRuns: runsOf(600, 3000) },
    );
    // The comparison is worth nothing when one answer never comes.
    expect(held).toBeGreaterThan(200);
    expect(held).toBeLessThan(2800);
  });

  test.each([
    ['date', '2024-02-29', '2023-02-29'],
    ['time', '23:59:60Z', '24:00:00Z'],
    ['date-time', '2026-11-20T10:01:22.123Z', '2026-11-20'],
    ['email', 'ann@example.com', 'ann at example.com'],
    ['uri', 'https://example.com/a?b#c', 'example.com'],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
    ['regex', '^a+$', '('],
  ])('knows the format %s', (format, good, bad) => {
    expect(schemaViolations({ format }, good)).toEqual([]);
    expect(schemaViolations({ format }, bad)).toEqual([{ path: '/', what: `must be a ${format}` }]);
  });

  test('a property is one that the value has itself, whatever it is called', () => {
    const named = JSON.parse('{"toString": 1, "__proto__": 2}') as unknown;
    expect(schemaViolations({ required: ['toString', '__proto__'] }, named)).toEqual([]);
    expect(schemaViolations({ required: ['toString'] }, {})).toHaveLength(1);
    expect(schemaViolations({ additionalProperties: false }, named)).toHaveLength(2);
  });

  test('an empty list contains nothing, whatever comes first in it', () => {
    expect(schemaViolations({ contains: false, prefixItems: [false] }, [])).toHaveLength(1);
    expect(schemaViolations({ contains: {}, minContains: 0 }, [])).toEqual([]);
  });

  test('paths are JSON Pointers', () => {
    expect(schemaViolations({ additionalProperties: { type: 'null' } }, { 'a/b~c': 1 })).toEqual([
      { path: '/a~1b~0c', what: 'must be null, is number' },
    ]);
  });
});

test('whatever JSON.parse refuses, a place in the text is found for', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', 'x', '\n', '\\'),
      (json, at, put) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put + json.slice(place + 1);
        try {
          JSON.parse(text);
        } catch {
          const found = findJsonError(text);
          expect(found.at).toBeGreaterThanOrEqual(0);
          expect(found.at).toBeLessThanOrEqual(text.length);
          return;
        }
      },
    ),
    { numRuns: runsOf(400, 2000) },
  );
});
