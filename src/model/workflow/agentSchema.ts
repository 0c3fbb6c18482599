import * as z from 'zod/mini';
import { commandWords, environment, optionalField, words } from '../parsing/writtenFields.ts';

export const agentSchema = z
  .union([
    z
      .string()
      .check(
        z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a name of letters, digits, ".", "_" and "-"'),
        z.describe('A name from the agent settings, or "auto" for the first agent that this machine has.'),
      ),
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('acp'),
        command: commandWords,
        mode: z.optional(words('The mode that the agent is put in, by its own id.')),
        env: z.optional(environment),
      }),
      z.strictObject({ kind: z.literal('command'), command: commandWords, env: z.optional(environment) }),
      z.strictObject({
        kind: z.literal('language-model'),
        model: optionalField(
          z.strictObject({
            vendor: z.exactOptional(words('As VS Code names it, such as copilot.')),
            family: z.exactOptional(words('As VS Code names it, such as gpt-4o.')),
            id: z.exactOptional(words('As VS Code names it.')),
          }),
          'Which language model of VS Code; left out, the one that the person chose, else the first.',
        ),
      }),
      z.strictObject({ kind: z.literal('manual') }),
    ]),
  ])
  .check(z.describe('Who does the work.'));
