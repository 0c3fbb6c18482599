import * as z from 'zod/mini';
import { CairnError } from '../../base/cairnError.ts';

/**
 * JSON with a stable key order, two spaces and a final newline: the same record gives the same bytes. Keys come in the schema's
 * order; unknown ones follow as they were.
 *
 * @param file its name
 * @throws `internal/unfit-record` for what JSON would leave out or change without a word
 */
export function renderRecord(file: string, record: object, schema: z.core.$ZodType): string {
  const strange = notPlain(record);
  if (strange !== null)
    throw new CairnError('internal/unfit-record', { file, why: `${strange.at} is ${strange.what}` });
  return `${JSON.stringify(ordered(record, schema), null, 2)}\n`;
}

function ordered(value: unknown, of: z.core.$ZodType): unknown {
  const schema = unwrapped(of);
  if (Array.isArray(value))
    return schema instanceof z.ZodMiniArray ? value.map((item) => ordered(item, schema.def.element)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const shape = shapeOf(schema);
  const members = new Map(Object.entries(value));
  const known = Object.keys(shape).filter((key) => members.has(key));
  return Object.fromEntries([
    ...known.map((key) => [key, ordered(members.get(key), shape[key] ?? z.unknown())]),
    ...[...members].filter(([key]) => !Object.hasOwn(shape, key)),
  ]);
}

/** The schema inside a nullable or optional one. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional
    ? unwrapped(schema.def.innerType)
    : schema;
}

/** For a union of objects, the keys of all of them. */
function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  if (schema instanceof z.ZodMiniObject) return schema.shape;
  if (!(schema instanceof z.ZodMiniUnion)) return {};
  return Object.assign({}, ...schema.def.options.map((option) => shapeOf(option))) as Readonly<
    Record<string, z.core.$ZodType>
  >;
}

/** The first place where JSON would not give the value back unchanged: its path (`checks.0.run`), and what is there. */
function notPlain(
  value: unknown,
  path: readonly string[] = [],
  above: readonly object[] = [],
): { readonly at: string; readonly what: string } | null {
  const what = strangeness(value, above);
  if (what !== null) return { at: path.join('.'), what };
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    // An undefined member is omitted, and comes back the same way.
    if (member === undefined && !Array.isArray(value)) continue;
    const found = notPlain(member, [...path, key], [...above, value]);
    if (found !== null) return found;
  }
  return null;
}

function strangeness(value: unknown, above: readonly object[]): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `the number ${value}`;
  if (typeof value !== 'object') {
    if (typeof value === 'string' || typeof value === 'boolean') return null;
    return value === undefined ? 'nothing' : `a ${typeof value}`;
  }
  if (value === null) return null;
  if (above.includes(value)) return 'a part that holds itself';
  const kind: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value) || kind === Object.prototype || kind === null) return null;
  return `a ${value.constructor.name}`;
}
