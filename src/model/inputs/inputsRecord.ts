import * as z from 'zod/mini';
import type { Result } from '../../base/result.ts';
import { readRecord, type RecordProblem } from '../parsing/readRecord.ts';
import { renderRecord } from '../parsing/renderRecord.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { INPUT_NAME, type Input } from './input.ts';
import { LONGEST_VALUE } from './judgeInputs.ts';

const inputsSchema = z.looseObject({
  schema: z.literal(SCHEMA),
  inputs: z.record(
    z.string().check(z.regex(INPUT_NAME, 'must be the name of an input')),
    z
      .string()
      .check(
        z.maxLength(LONGEST_VALUE, `must have at most ${LONGEST_VALUE} characters`),
        z.regex(/^[^\0]*$/, 'must not have a NUL character'),
      ),
  ),
});

/** What a session was given when it was opened, by name. */
export type GivenInputs = ReadonlyMap<string, string>;

export const INPUTS_FILE = 'inputs.json';

/** Reads `inputs.json`. Never throws. */
export function parseInputs(file: string, text: string): Result<GivenInputs, RecordProblem> {
  const read = readRecord('inputs', file, text, inputsSchema);
  return read.ok ? { ok: true, value: new Map(Object.entries(read.value.inputs)) } : read;
}

/** `inputs.json`: two spaces, a newline at the end, inputs in the order of the workflow. */
export const renderInputs = (given: GivenInputs): string =>
  renderRecord(INPUTS_FILE, { schema: SCHEMA, inputs: Object.fromEntries(given) }, inputsSchema);

/** The value of each input of a workflow: as given at the opening, else as the workflow has it, else empty. */
export function inputValues(inputs: readonly Input[], given: GivenInputs): ReadonlyMap<string, string> {
  return new Map(inputs.map(({ name, default: usual }) => [name, given.get(name) ?? usual ?? '']));
}
