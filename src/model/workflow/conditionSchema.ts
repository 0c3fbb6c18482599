import * as z from 'zod/mini';
import { OPERATORS, type Condition, type Operator } from '../graph/condition.ts';
import { whyNotPointer } from '../graph/valueAt.ts';
import { optionalField, words } from '../parsing/writtenFields.ts';

const file = words('<phase>/<path in its folder>, or with a leading "/" from the root of the repository.');
const at = optionalField(
  z.string().check(
    z.superRefine((given, context) => {
      const why = whyNotPointer(given);
      if (why !== null) context.addIssue({ code: 'custom', message: `is no JSON pointer: it ${why}` });
    }),
  ),
  'A JSON pointer to the value, such as /tasks/0/id; the whole file by default.',
);

export const forEachSchema = z.strictObject({
  file,
  at,
  max: optionalField(
    z.int().check(z.gte(1), z.lte(500)),
    'The most items before a person is asked; 50 by default.',
  ),
});

const test = z
  .strictObject({
    file,
    at,
    is: optionalField(z.unknown(), 'The value must be this.'),
    not: optionalField(z.unknown(), 'The value must be there, and not be this.'),
    in: optionalField(z.array(z.unknown()).check(z.minLength(1)), 'The value must be one of these.'),
    exists: optionalField(z.boolean(), 'Whether there is such a value at all.'),
    atLeast: optionalField(z.number(), 'The value must be a number, this or more.'),
    atMost: optionalField(z.number(), 'The value must be a number, this or less.'),
  })
  .check(
    z.superRefine((given, context) => {
      const [one, second] = operatorsOf(given);
      if (one === undefined)
        context.addIssue({ code: 'custom', message: `needs one of ${OPERATORS.join(', ')}` });
      else if (second !== undefined)
        context.addIssue({
          code: 'custom',
          path: [second],
          message: `stands beside "${one}"; write a list of two tests, each with one of them`,
        });
    }),
  );

type TestFile = z.infer<typeof test>;
export type ConditionFile = TestFile | { readonly any: readonly ConditionFile[] } | readonly ConditionFile[];

export const conditionSchema: z.ZodMiniType<ConditionFile> = z
  .lazy(() =>
    z.union([
      test,
      z.strictObject({
        any: z.array(conditionSchema).check(z.minLength(1), z.describe('One of these is enough.')),
      }),
      z.array(conditionSchema).check(z.minLength(1), z.describe('All of these.')),
    ]),
  )
  .check(z.describe('What a value in a file of this session must be.'));

const operatorsOf = (given: object): readonly Operator[] => OPERATORS.filter((operator) => operator in given);

/** The keys of a test, for "did you mean". */
export const TEST_KEYS: readonly string[] = Object.keys(test.shape);

export function conditionOf(written: ConditionFile): Condition {
  if (Array.isArray(written)) return { all: written.map(conditionOf) };
  if ('any' in written) return { any: written.any.map(conditionOf) };
  const given = written as TestFile;
  const [operator = 'exists'] = operatorsOf(given);
  return { file: given.file, at: given.at ?? '', operator, to: given[operator] };
}
