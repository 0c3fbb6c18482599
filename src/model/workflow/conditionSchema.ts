import * as z from 'zod';
import { OPERATORS, type Condition, type Operator } from '../graph/condition.ts';
import { whyNotPointer } from '../graph/valueAt.ts';
import { words } from '../parsing/writtenFields.ts';

const file = words('<phase>/<path in its folder>, or with a leading "/" from the root of the repository.');
const at = z
  .string()
  .superRefine((given, context) => {
    const why = whyNotPointer(given);
    if (why !== null) context.addIssue({ code: 'custom', message: `is no JSON pointer: it ${why}` });
  })
  .optional()
  .describe('A JSON pointer to the value, such as /tasks/0/id; the whole file by default.');

export const forEachSchema = z.strictObject({
  file,
  at,
  max: z.int().min(1).max(500).optional().describe('The most items before a person is asked; 50 by default.'),
});

const test = z
  .strictObject({
    file,
    at,
    is: z.unknown().optional().describe('The value must be this.'),
    not: z.unknown().optional().describe('The value must be there, and not be this.'),
    in: z.array(z.unknown()).min(1).optional().describe('The value must be one of these.'),
    exists: z.boolean().optional().describe('Whether there is such a value at all.'),
    atLeast: z.number().optional().describe('The value must be a number, this or more.'),
    atMost: z.number().optional().describe('The value must be a number, this or less.'),
  })
  .superRefine((given, context) => {
    const [one, second] = operatorsOf(given);
    if (one === undefined)
      context.addIssue({ code: 'custom', message: `needs one of ${OPERATORS.join(', ')}` });
    else if (second !== undefined)
      context.addIssue({
        code: 'custom',
        path: [second],
        message: `stands beside "${one}"; write a list of two tests, each with one of them`,
      });
  });

type TestFile = z.infer<typeof test>;
export type ConditionFile = TestFile | { readonly any: readonly ConditionFile[] } | readonly ConditionFile[];

export const conditionSchema: z.ZodType<ConditionFile> = z
  .lazy(() =>
    z.union([
      test,
      z.strictObject({ any: z.array(conditionSchema).min(1).describe('One of these is enough.') }),
      z.array(conditionSchema).min(1).describe('All of these.'),
    ]),
  )
  .describe('What a value in a file of this session must be.');

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
