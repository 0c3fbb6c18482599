/** What a workflow file says of its inputs: the shape that is checked, and the value that is made of it. */
import * as z from 'zod/mini';
import { isRegex } from '../gate/schemaFormats.ts';
import { optionalField, words } from '../parsing/writtenFields.ts';
import { INPUT_NAME, type Input } from './input.ts';
import { LONGEST_VALUE } from './judgeInputs.ts';

export const NO_INPUT_NAME = 'must start with a letter and have at most 40 letters, digits, "_" and "-"';
const LONGEST_PATTERN = 1000;

const value = z
  .string()
  .check(
    z.maxLength(LONGEST_VALUE, `must have at most ${LONGEST_VALUE} characters`),
    z.regex(/^[^\0]*$/, 'must not have a NUL character'),
  );

/** One of them. */
export const inputFile = z.strictObject({
  description: z.optional(words('What it is, for whoever is asked for it.')),
  required: optionalField(
    z.boolean(),
    'True: a session cannot begin without it; it is asked for. False by default.',
  ),
  default: optionalField(value, 'Its value where none is given; without a default it is empty.'),
  pattern: optionalField(
    z
      .string()
      .check(
        z.maxLength(LONGEST_PATTERN, `must have at most ${LONGEST_PATTERN} characters`),
        z.refine(isRegex, 'must be a regular expression, such as "^[A-Z]+$"'),
      ),
    'A regular expression that must be found in the value; ^ and $ hold all of it.',
  ),
  enum: optionalField(
    z.array(value.check(z.minLength(1, 'must not be empty'))).check(z.minLength(1)),
    'The values that are possible.',
  ),
});

export const inputsFile = z
  .record(z.string().check(z.regex(INPUT_NAME, NO_INPUT_NAME)), inputFile)
  .check(
    z.describe(
      'Values that a session is given besides the request, by name. {{ inputs.<name> }} in titles and prompts, and CAIRN_INPUT_<NAME> in the environment.',
    ),
  );

/** In file order. */
export function inputsOf(written: z.infer<typeof inputsFile>): readonly Input[] {
  return Object.entries(written).map(([name, input]) => ({
    name,
    description: input.description ?? null,
    required: input.required ?? false,
    default: input.default ?? null,
    pattern: input.pattern ?? null,
    enum: input.enum ?? null,
  }));
}

/** The keys of one, for "did you mean". */
export const INPUT_KEYS: readonly string[] = Object.keys(inputFile.shape);
