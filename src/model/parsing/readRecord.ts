import type * as z from 'zod/mini';
import { isObject } from '../../base/json.ts';
import type { Problem } from '../../base/cairnError.ts';
import { err, type Result } from '../../base/result.ts';
import { findingsOf } from './issueProblems.ts';
import { notJsonRecord } from './notJson.ts';
import { readShape } from './readShape.ts';
import { asSchema, migrate, type NewerSchema } from './schema.ts';
import { tooLong } from './tooLong.ts';
import { readYaml } from './yamlSource.ts';
import { cutTo } from '../text/oneLine.ts';

/** Why a record (STATUS.md, phase.json, effects.json) cannot be used. */
export type RecordProblem =
  | { readonly kind: 'schema-missing' }
  | NewerSchema
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Reads a JSON record of the engine's (`phase.json`, `effects.json`, `inputs.json`) with its schema.
 *
 * Never throws. Checks the schema number first: a newer record is not called invalid.
 */
export function readRecord<T>(
  kind: 'phase' | 'effects' | 'inputs' | 'items',
  file: string,
  text: string,
  schema: z.ZodMiniType<T>,
): Result<T, RecordProblem> {
  const long = tooLong(file, text);
  if (long.length > 0) return err({ kind: 'invalid', problems: long });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err({
      kind: 'invalid',
      problems: [{ file, ...lineOfError(error, text), message: whyNotJson(text) }],
    });
  }
  const version = schemaOf(value);
  if (version === null) return err({ kind: 'schema-missing' });
  const now = migrate(kind, text, asSchema(version));
  if (!now.ok) return now;
  if (now.value !== text) value = JSON.parse(now.value);
  const odd = notJsonRecord(value);
  if (odd !== null) {
    const message = `${odd.message} (${cutTo(odd.path.map(String).join('.'), 80)})`;
    return err({ kind: 'invalid', problems: [{ file, line: 1, column: 1, message }] });
  }
  const read = readShape(schema, value);
  if (read.ok) return read;
  // JSON is YAML, so the slow reader that knows positions can locate the problems.
  const source = readYaml(file, now.value);
  const problems = findingsOf(read.error, () => []).map(({ path, key, message, unknown }) => ({
    file,
    ...(source.ok ? source.value.at(path, key) : { line: 1, column: 1 }),
    message: path.length > 1 ? `${message} (${path.map(String).join('.')})` : message,
    ...(unknown && { unknown }),
  }));
  return err({ kind: 'invalid', problems });
}

/** The record's schema number, null if it has none; the schema refuses what is no record at all. */
function schemaOf(value: unknown): unknown {
  return isObject(value) ? (value['schema'] ?? null) : undefined;
}

const whyNotJson = (text: string): string => {
  if (text.startsWith('\ufeff')) return 'not JSON: the file starts with a byte order mark';
  return /^(?:<{7}|>{7}) /m.test(text)
    ? 'not JSON: a conflict marker of git is in it'
    : 'not JSON: it is damaged or cut short';
};

/** Where `JSON.parse` gave up, from V8's message; for a text that ends too early, its last line. */
function lineOfError(error: unknown, text: string): { line: number; column: number } {
  const said = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  const before = text
    .slice(0, said === undefined ? (text.startsWith('\ufeff') ? 0 : text.trimEnd().length) : Number(said))
    .split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
