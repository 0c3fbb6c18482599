import * as z from 'zod';
import { canonicalJson } from '../../text/canonicalJson.ts';
import { readJson } from '../readJson.ts';
import { schemaViolations } from '../schemaViolations.ts';
import type { Demand } from './demand.ts';

/** How many violations of a schema are told: the first ones say what is wrong, hundreds say nothing. */
const MOST_VIOLATIONS = 8;

/** A JSON Schema, which `workflowRules` has looked at; null: none. */
export const schema: Demand<Readonly<Record<string, unknown>> | boolean, unknown> = {
  file: z
    .union([z.record(z.string(), z.unknown()), z.boolean()])
    .describe('JSON Schema that the file must satisfy.'),
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
