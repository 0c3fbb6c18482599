import * as z from 'zod';
import type { ToolCall } from '../../../model/chat/chat.ts';
import type { TurnsEnd } from '../../../model/chat/turnJournal.ts';
import { wrongInput, type ToolAnswer } from './tool.ts';

const LONGEST = 4_000;

const ending = <Input>(
  name: string,
  description: string,
  input: z.ZodType<Input>,
  endOf: (input: Input) => TurnsEnd,
) => ({
  name,
  description,
  input,
  read(given: unknown): TurnsEnd | ToolAnswer {
    const read = input.safeParse(given, { reportInput: true });
    return read.success ? endOf(read.data) : wrongInput(read.error);
  },
});

/** The tools with which a model ends its work. */
export const ENDINGS = [
  ending(
    'finish_phase',
    'Ends your work. Call it by itself, once everything that must be there is there.',
    z.strictObject({
      summary: z.string().describe('What was done, in a few sentences for a person.'),
    }),
    ({ summary }) => ({ kind: 'completed', finalText: summary.slice(0, LONGEST) }),
  ),
  ending(
    'ask_person',
    'Ends your work with a question to a person, who may take days to answer; somebody then begins anew with the answer. Only where nothing sensible can be done without it.',
    z.strictObject({
      question: z.string().min(1).describe('All that the person must know to answer it.'),
      options: z
        .array(z.string().min(1))
        .max(10)
        .optional()
        .describe('Answers to choose from, where there are some.'),
    }),
    ({ question, options = [] }) => ({ kind: 'needs-input', question: question.slice(0, LONGEST), options }),
  ),
];

/** How a call ends the work; an answer if its input is invalid; null if it is not such a call. */
export const endingOf = ({ name, input }: ToolCall): TurnsEnd | ToolAnswer | null =>
  ENDINGS.find((one) => one.name === name)?.read(input) ?? null;
