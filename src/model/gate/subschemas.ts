/** Keywords that hold schemas: one, a list, or some by name. */
export const SCHEMA_PLACES: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ...['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'].map(
    (keyword) => [keyword, 'one'] as const,
  ),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, 'list'] as const),
  ...['dependentSchemas', 'properties', 'patternProperties', '$defs', 'definitions'].map(
    (keyword) => [keyword, 'map'] as const,
  ),
]);

/** The schemas directly inside a schema, each with its place in it. */
export function subschemas(
  schema: Readonly<Record<string, unknown>>,
): readonly (readonly [place: string, schema: unknown])[] {
  return Object.entries(schema).flatMap(([keyword, value]): (readonly [string, unknown])[] => {
    const place = SCHEMA_PLACES.get(keyword);
    if (place === 'one') return [[keyword, value]];
    if (place === undefined || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).map(([key, inner]) => [`${keyword}/${key}`, inner] as const);
  });
}

/** What a `$ref` such as `#/$defs/name` names within a schema; undefined if nothing. */
export function resolveRef(root: unknown, ref: string): unknown {
  if (ref === '#' || ref === '#/') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray % is literal, as in JSON Pointers outside of URLs.
    return part;
  }
}
