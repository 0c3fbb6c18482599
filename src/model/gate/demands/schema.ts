import * as z from 'zod/mini';
import { canonicalJson } from '../../text/canonicalJson.ts';
import { schemaViolations } from '../schemaViolations.ts';
import type { Demand } from './demand.ts';
import { parseJson } from '../../../base/json.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { findJsonError } from '../findJsonError.ts';

/** How many schema violations to report: the first ones are useful, hundreds are not. */
const MOST_VIOLATIONS = 8;

/** A JSON Schema that `workflowRules` has checked; null if none. */
export const schema: Demand<Readonly<Record<string, unknown>> | boolean, unknown> = {
  file: z
    .union([z.record(z.string(), z.unknown()), z.boolean()])
    .check(z.describe('JSON Schema that the file must satisfy.')),
  absent: null,
  whyNot: (bytes, wanted) => (wanted === null ? [] : whyNotOfSchema(bytes, wanted)),
  inPrompt: (wanted) => `JSON that meets this schema: ${JSON.stringify(wanted)}`,
  inPlan: (wanted) => `schema ${canonicalJson(wanted)}`,
  planned: (wanted) => wanted,
};

function whyNotOfSchema(bytes: Uint8Array, wanted: unknown): readonly string[] {
  const json = readJson(bytes);
  if (!json.ok) return [`is not valid JSON: ${json.error}`];
  const violations = schemaViolations(wanted, json.value);
  const told = violations
    .slice(0, MOST_VIOLATIONS)
    .map(({ path, what }) => `does not meet its schema: ${path} ${what}`);
  const more = violations.length - told.length;
  return more > 0 ? [...told, `does not meet its schema in ${more} more places`] : told;
}

/** Deeper values are refused: nobody writes them, and judging them could overflow the stack. */
const DEEPEST = 500;

/** Reads a JSON file; the error says what is wrong, with line and column. Accepts a byte order mark. */
function readJson(bytes: Uint8Array): Result<unknown, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder gives no offset.
    return err('it is not UTF-8 text');
  }
  const value = parseJson(text);
  if (value !== undefined)
    return isDeeperThan(value, DEEPEST) ? err(`it is nested deeper than ${DEEPEST}`) : ok(value);
  // V8 gives the position only in some messages, differently per version, so we look ourselves.
  const { at, why } = findJsonError(text);
  const before = text.slice(0, at).split('\n');
  return err(`line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${why}`);
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
