import * as z from 'zod';
import type { ToolCall } from '../../../model/chat/chat.ts';
import type { TurnsEnd } from '../../../model/chat/turnJournal.ts';
import { wrongInput, type ToolAnswer } from './tool.ts';

const finished = z.strictObject({
  summary: z.string().describe('What was done, in a few sentences for a person.'),
});
const asked = z.strictObject({
  question: z.string().min(1).describe('All that the person must know to answer it.'),
  options: z
    .array(z.string().min(1))
    .max(10)
    .optional()
    .describe('Answers to choose from, where there are some.'),
});

/** The tools with which a model ends its work. */
export const ENDINGS = [
  {
    name: 'finish_phase',
    description: 'Ends your work. Call it by itself, once everything that must be there is there.',
    input: finished,
  },
  {
    name: 'ask_person',
    description:
      'Ends your work with a question to a person, who may take days to answer; somebody then begins anew with the answer. Only where nothing sensible can be done without it.',
    input: asked,
  },
] as const;

const LONGEST = 4_000;

/** How a call ends the work; an answer if its input is invalid; null if it is not such a call. */
export function endingOf({ name, input }: ToolCall): TurnsEnd | ToolAnswer | null {
  switch (name) {
    case 'finish_phase': {
      const read = finished.safeParse(input, { reportInput: true });
      return read.success
        ? { kind: 'completed', finalText: read.data.summary.slice(0, LONGEST) }
        : wrongInput(read.error);
    }
    case 'ask_person': {
      const read = asked.safeParse(input, { reportInput: true });
      if (!read.success) return wrongInput(read.error);
      const { question, options = [] } = read.data;
      return { kind: 'needs-input', question: question.slice(0, LONGEST), options };
    }
    default:
      return null;
  }
}
