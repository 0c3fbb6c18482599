import * as z from 'zod/mini';
import { commandWords } from '../parsing/writtenFields.ts';
import { whyNoPlace } from './sandbox.ts';

/** A name, or an absolute path as Unix or Windows write it: anything else would be a file of the repository. */
const OF_THE_MACHINE = /^(?:[^\\/]+|\/.+|[A-Za-z]:[\\/].+|\\\\.+)$/;

/** A program of the machine that the settings name, with its arguments; never one of a repository. */
export const machineProgram = commandWords.check(
  z.superRefine(([program], context) => {
    if (!OF_THE_MACHINE.test(program))
      context.addIssue({
        code: 'custom',
        message: 'must be a program on PATH or an absolute path',
        path: [0],
        input: program,
      });
  }),
);

/** The same for a sandbox, whose arguments may name places. */
export const sandboxField = machineProgram.check(
  z.superRefine((words, context) => {
    for (const [at, word] of words.entries()) {
      const message = whyNoPlace(word);
      if (message !== null) context.addIssue({ code: 'custom', message, path: [at], input: word });
    }
  }),
);
