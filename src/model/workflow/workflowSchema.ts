/** The shape of a workflow file: what is checked, and what editors are told, from one source. */
import { lookUp } from '../../base/lookUp.ts';
import * as z from 'zod';
import { whyNotPromised } from '../names/repoPath.ts';
import { INPUT_KEYS, inputsFile } from '../inputs/inputFile.ts';
import { DEMANDS } from '../gate/demands/demands.ts';
import { PHASE_ID, WORKFLOW_NAME } from '../text/words.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { whyNotPrefix } from './branchPrefix.ts';
import { checkSchema, commandSchema } from './checkSchema.ts';
import { limitsSchema } from './limitsSchema.ts';
import { conditionSchema, forEachSchema, TEST_KEYS } from './conditionSchema.ts';
import { commandWords, duration, environment, words } from '../parsing/writtenFields.ts';
import { MOST_ARTIFACTS, MOST_CHECKS, MOST_PHASES } from './mostEntries.ts';

const path = (text: string): z.ZodString =>
  words(text).superRefine((given, context) => {
    const why = whyNotPromised(given);
    if (why !== null) context.addIssue({ code: 'custom', message: `cannot be used as a path: ${why}` });
  });

const artifactFile = words(
  'Relative: in the folder of the phase. With a leading "/": from the root of the repository.',
).superRefine((given, context) => {
  const why = whyNotPromised(given.startsWith('/') ? given.slice(1) : given);
  // A second slash is a network path, whatever the first one means here.
  const told = given.startsWith('//') ? 'it is a network path' : (why ?? whyOurs(given));
  if (told !== null) context.addIssue({ code: 'custom', message: `cannot be used as a path: ${told}` });
});

/** Elsewhere in the repository a file may be called so. */
const whyOurs = (given: string): string | null =>
  /^(?:round-\d+\/)?ledger\.md$/i.test(given) ? `"${given}" is a name that Cairn uses itself` : null;

const agent = z
  .union([
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a name of letters, digits, ".", "_" and "-"')
      .describe('A name from the agent settings, or "auto" for the first agent that this machine has.'),
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('acp'),
        command: commandWords,
        mode: words('The mode that the agent is put in, by its own id.').optional(),
        env: environment.optional(),
      }),
      z.strictObject({ kind: z.literal('command'), command: commandWords, env: environment.optional() }),
      z.strictObject({
        kind: z.literal('language-model'),
        model: z
          .strictObject({
            vendor: words('As VS Code names it, such as copilot.').exactOptional(),
            family: words('As VS Code names it, such as gpt-4o.').exactOptional(),
            id: words('As VS Code names it.').exactOptional(),
          })
          .optional()
          .describe(
            'Which language model of VS Code; left out, the one that the person chose, else the first.',
          ),
      }),
      z.strictObject({ kind: z.literal('manual') }),
    ]),
  ])
  .describe('Who does the work.');

const demandingArtifact = z.strictObject({
  path: artifactFile,
  minBytes: DEMANDS.minBytes.file.optional(),
  headings: DEMANDS.headings.file.optional(),
  schema: DEMANDS.schema.file.optional(),
});
const artifact = z.union([artifactFile, demandingArtifact]);

/** Phase ids, in `id` and `needs`. */
const phaseId = z.string().regex(PHASE_ID, 'must start with a-z and have at most 40 of a-z, 0-9 and "-"');

const phase = z.strictObject({
  id: phaseId.describe('What the phase is known by, in its folder, in commits and on the command line.'),
  title: words('One line for people.').optional(),
  prompt: z
    .string()
    .optional()
    .describe(
      'What the agent is asked to do. In a workflow with inputs {{ inputs.<name> }} and {{ request }} are replaced, here and in the title.',
    ),
  needs: z
    .array(phaseId)
    .max(MOST_PHASES)
    .optional()
    .describe('Phases that must be done before this one may start; by default the one before it.'),
  when: conditionSchema
    .optional()
    .describe(
      'Decided once all that it needs is done or skipped; where it is not met, the phase is skipped.',
    ),
  forEach: forEachSchema
    .optional()
    .describe('Repeats the phase for each item of a list that an earlier phase writes.'),
  loop: z
    .strictObject({
      to: phaseId.describe('The phase that the next round begins with: this one, or one that it needs.'),
      until: conditionSchema.describe(
        'Decided on what would be published; where it is met, the phase is done.',
      ),
      max: z.int().min(1).max(100).describe('The most rounds, the first included; then a person is asked.'),
    })
    .optional()
    .describe('Sends the work back to an earlier phase, round by round, until the condition is met.'),
  stop: z
    .strictObject({ when: conditionSchema.describe('What must hold for that.') })
    .optional()
    .describe('Decided when the phase closes; where it is met, the rest is skipped and the session is done.'),
  agent: agent.optional(),
  artifacts: z
    .array(artifact)
    .max(MOST_ARTIFACTS)
    .optional()
    .describe('Files that must be there, new or changed, at the end.'),
  checks: z.array(checkSchema).max(MOST_CHECKS).optional().describe('Commands that must succeed at the end.'),
  approval: z
    .enum(['none', 'required'])
    .optional()
    .describe('"required": the session waits until a person has approved the result.'),
  retries: z
    .int()
    .min(0)
    .optional()
    .describe('How often the agent is tried again when the gate does not hold; 0 by default.'),
  timeout: duration.optional().describe('How long one attempt of the agent may take; 60m by default.'),
  limits: limitsSchema
    .optional()
    .describe('What all its attempts together may use; reached, the session waits with a question.'),
  warnAfter: duration
    .optional()
    .describe('From when on of an attempt it is told what would be lost if it ended now; 30m by default.'),
  onConflict: z
    .enum(['retry', 'ask'])
    .optional()
    .describe(
      'What follows where its work does not merge with that of a phase beside it: "retry" (default): another attempt is told. "ask": a person is.',
    ),
  packet: z
    .strictObject({
      budget: z
        .int()
        .min(500)
        .max(2000)
        .optional()
        .describe('Size of the context packet in o200k_base tokens; 2000 by default.'),
      review: z
        .boolean()
        .optional()
        .describe(
          'True: the session waits until a person has looked at the packet, edited it where it is wrong, and approved it; false by default.',
        ),
    })
    .optional()
    .describe('The context packet that this phase hands on.'),
});

/** Each one that works has a worktree, an agent and its checks. */
const MOST_PARALLEL = 16;

/** An older workflow means what it meant. */
const WORKFLOW_SCHEMAS = [1, 2, SCHEMA] as const;

export const workflowSchema = z.strictObject({
  schema: z.literal(WORKFLOW_SCHEMAS).describe('The version of this format.'),
  name: z
    .string()
    .regex(WORKFLOW_NAME, 'must start with a-z and have only a-z, 0-9 and "-"')
    .describe('The name of the workflow.'),
  title: words('One line for people.').optional(),
  description: z.string().optional().describe('What it is for.'),
  isolation: z
    .enum(['worktree', 'in-place'])
    .optional()
    .describe('"worktree" (default): in a working tree of its own. "in-place": in yours.'),
  branchPrefix: z
    .string()
    .superRefine((given, context) => {
      const why = whyNotPrefix(given);
      if (why !== null) context.addIssue({ code: 'custom', message: why });
    })
    .optional()
    .describe('What the name of the session branch starts with; "cairn/" by default.'),
  worktree: z
    .strictObject({
      copy: z
        .array(path('From the root of the repository.'))
        .optional()
        .describe('Untracked files that the work needs; copied, never committed.'),
      setup: z.array(commandSchema).optional().describe('Commands run in a new working tree, in order.'),
    })
    .optional()
    .describe('What to do when a working tree is made.'),
  agent: agent.optional(),
  parallel: z
    .int()
    .min(1)
    .max(MOST_PARALLEL)
    .optional()
    .describe('How many phases may work at once, each in a worktree of its own; 1 by default.'),
  inputs: inputsFile.optional(),
  result: words(
    'The artifact that the session is run for: <phase>/<path>, or /<path> from the root of the repository.',
  ).optional(),
  limits: limitsSchema
    .optional()
    .describe('What all attempts together may use; reached, the session waits with a question.'),
  phases: z.array(phase).min(1).max(MOST_PHASES).describe('In the order in which they are begun.'),
});

export type WorkflowFile = z.infer<typeof workflowSchema>;

/** The keys allowed below a key of the file. */
const KEYS_BELOW: Readonly<Record<string, readonly string[]>> = {
  phases: Object.keys(phase.shape),
  artifacts: Object.keys(demandingArtifact.shape),
  checks: Object.keys(checkSchema.shape),
  agent: ['kind', 'command', 'mode', 'model', 'env'],
  model: ['vendor', 'family', 'id'],
  packet: ['budget', 'review'],
  worktree: ['copy', 'setup'],
  loop: ['to', 'until', 'max'],
  limits: Object.keys(limitsSchema.shape),
  stop: ['when'],
  forEach: Object.keys(forEachSchema.shape),
  when: [...TEST_KEYS, 'any'],
  until: [...TEST_KEYS, 'any'],
  any: [...TEST_KEYS, 'any'],
};

/** The keys allowed at a place in the file; empty if any are. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(workflowSchema.shape);
  if (path[0] === 'inputs') return INPUT_KEYS;
  const key = path.findLast((step) => typeof step === 'string');
  return (key === undefined ? undefined : lookUp(KEYS_BELOW, key)) ?? [];
}
