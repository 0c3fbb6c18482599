/** The shape of a workflow file: what is checked, and what editors are told, from one source. */
import { lookUp } from '../../base/lookUp.ts';
import * as z from 'zod/mini';
import { whyNotPromised } from '../names/repoPath.ts';
import { INPUT_KEYS, inputsFile } from '../inputs/inputFile.ts';
import { DEMANDS } from '../gate/demands/demands.ts';
import { PHASE_ID, WORKFLOW_NAME } from '../text/words.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { whyNotPrefix } from './branchPrefix.ts';
import { agentSchema } from './agentSchema.ts';
import { checkSchema, commandSchema } from './checkSchema.ts';
import { limitsSchema } from './limitsSchema.ts';
import { conditionSchema, forEachSchema, TEST_KEYS } from './conditionSchema.ts';
import { duration, optionalField, words } from '../parsing/writtenFields.ts';
import { MOST_ARTIFACTS, MOST_CHECKS, MOST_PHASES } from './mostEntries.ts';

const path = (text: string): z.ZodMiniString =>
  words(text).check(
    z.superRefine((given, context) => {
      const why = whyNotPromised(given);
      if (why !== null) context.addIssue({ code: 'custom', message: `cannot be used as a path: ${why}` });
    }),
  );

const artifactFile = words(
  'Relative: in the folder of the phase. With a leading "/": from the root of the repository.',
).check(
  z.superRefine((given, context) => {
    const why = whyNotPromised(given.startsWith('/') ? given.slice(1) : given);
    // A second slash is a network path, whatever the first one means here.
    const told = given.startsWith('//') ? 'it is a network path' : (why ?? whyOurs(given));
    if (told !== null) context.addIssue({ code: 'custom', message: `cannot be used as a path: ${told}` });
  }),
);

/** Elsewhere in the repository a file may be called so. */
const whyOurs = (given: string): string | null =>
  /^(?:round-\d+\/)?ledger\.md$/i.test(given) ? `"${given}" is a name that Cairn uses itself` : null;

const demandingArtifact = z.strictObject({
  path: artifactFile,
  minBytes: z.optional(DEMANDS.minBytes.file),
  headings: z.optional(DEMANDS.headings.file),
  schema: z.optional(DEMANDS.schema.file),
});
const artifact = z.union([artifactFile, demandingArtifact]);

/** Phase ids, in `id` and `needs`. */
const phaseId = z
  .string()
  .check(z.regex(PHASE_ID, 'must start with a-z and have at most 40 of a-z, 0-9 and "-"'));

const phase = z.strictObject({
  id: phaseId.check(
    z.describe('What the phase is known by, in its folder, in commits and on the command line.'),
  ),
  title: z.optional(words('One line for people.')),
  prompt: optionalField(
    z.string(),
    'What the agent is asked to do. In a workflow with inputs {{ inputs.<name> }} and {{ request }} are replaced, here and in the title.',
  ),
  needs: optionalField(
    z.array(phaseId).check(z.maxLength(MOST_PHASES)),
    'Phases that must be done before this one may start; by default the one before it.',
  ),
  when: optionalField(
    conditionSchema,
    'Decided once all that it needs is done or skipped; where it is not met, the phase is skipped.',
  ),
  forEach: optionalField(
    forEachSchema,
    'Repeats the phase for each item of a list that an earlier phase writes.',
  ),
  loop: optionalField(
    z.strictObject({
      to: phaseId.check(
        z.describe('The phase that the next round begins with: this one, or one that it needs.'),
      ),
      until: conditionSchema.check(
        z.describe('Decided on what would be published; where it is met, the phase is done.'),
      ),
      max: z
        .int()
        .check(
          z.gte(1),
          z.lte(100),
          z.describe('The most rounds, the first included; then a person is asked.'),
        ),
    }),
    'Sends the work back to an earlier phase, round by round, until the condition is met.',
  ),
  stop: optionalField(
    z.strictObject({ when: conditionSchema.check(z.describe('What must hold for that.')) }),
    'Decided when the phase closes; where it is met, the rest is skipped and the session is done.',
  ),
  agent: z.optional(agentSchema),
  artifacts: optionalField(
    z.array(artifact).check(z.maxLength(MOST_ARTIFACTS)),
    'Files that must be there, new or changed, at the end.',
  ),
  checks: optionalField(
    z.array(checkSchema).check(z.maxLength(MOST_CHECKS)),
    'Commands that must succeed at the end.',
  ),
  approval: optionalField(
    z.enum(['none', 'required']),
    '"required": the session waits until a person has approved the result.',
  ),
  retries: optionalField(
    z.int().check(z.gte(0)),
    'How often the agent is tried again when the gate does not hold; 0 by default.',
  ),
  timeout: optionalField(duration, 'How long one attempt of the agent may take; 60m by default.'),
  limits: optionalField(
    limitsSchema,
    'What all its attempts together may use; reached, the session waits with a question.',
  ),
  warnAfter: optionalField(
    duration,
    'From when on of an attempt it is told what would be lost if it ended now; 30m by default.',
  ),
  onConflict: optionalField(
    z.enum(['retry', 'ask']),
    'What follows where its work does not merge with that of a phase beside it: "retry" (default): another attempt is told. "ask": a person is.',
  ),
  packet: optionalField(
    z.strictObject({
      budget: optionalField(
        z.int().check(z.gte(500), z.lte(2000)),
        'Size of the context packet in o200k_base tokens; 2000 by default.',
      ),
      review: optionalField(
        z.boolean(),
        'True: the session waits until a person has looked at the packet, edited it where it is wrong, and approved it; false by default.',
      ),
    }),
    'The context packet that this phase hands on.',
  ),
});

/** Each one that works has a worktree, an agent and its checks. */
const MOST_PARALLEL = 16;

/** An older workflow means what it meant. */
const WORKFLOW_SCHEMAS = [1, 2, SCHEMA] as const;

export const workflowSchema = z.strictObject({
  schema: z.literal(WORKFLOW_SCHEMAS).check(z.describe('The version of this format.')),
  name: z
    .string()
    .check(
      z.regex(WORKFLOW_NAME, 'must start with a-z and have only a-z, 0-9 and "-"'),
      z.describe('The name of the workflow.'),
    ),
  title: z.optional(words('One line for people.')),
  description: optionalField(z.string(), 'What it is for.'),
  isolation: optionalField(
    z.enum(['worktree', 'in-place']),
    '"worktree" (default): in a working tree of its own. "in-place": in yours.',
  ),
  branchPrefix: optionalField(
    z.string().check(
      z.superRefine((given, context) => {
        const why = whyNotPrefix(given);
        if (why !== null) context.addIssue({ code: 'custom', message: why });
      }),
    ),
    'What the name of the session branch starts with; "cairn/" by default.',
  ),
  worktree: optionalField(
    z.strictObject({
      copy: optionalField(
        z.array(path('From the root of the repository.')),
        'Untracked files that the work needs; copied, never committed.',
      ),
      setup: optionalField(z.array(commandSchema), 'Commands run in a new working tree, in order.'),
    }),
    'What to do when a working tree is made.',
  ),
  agent: z.optional(agentSchema),
  parallel: optionalField(
    z.int().check(z.gte(1), z.lte(MOST_PARALLEL)),
    'How many phases may work at once, each in a worktree of its own; 1 by default.',
  ),
  inputs: z.optional(inputsFile),
  result: z.optional(
    words(
      'The artifact that the session is run for: <phase>/<path>, or /<path> from the root of the repository.',
    ),
  ),
  limits: optionalField(
    limitsSchema,
    'What all attempts together may use; reached, the session waits with a question.',
  ),
  phases: z
    .array(phase)
    .check(z.minLength(1), z.maxLength(MOST_PHASES), z.describe('In the order in which they are begun.')),
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
