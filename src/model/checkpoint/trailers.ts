import { field, nullable, type GlanceOf, type ValuesOf } from '../parsing/recordTable.ts';
import * as kinds from '../parsing/valueKinds.ts';
import { CHECKED, SESSION_STATES } from '../status/statusWords.ts';

/** Why a checkpoint was published. */
export const CHECKPOINT_KINDS = [
  'opened',
  'phase',
  'waiting',
  'approval',
  'rejection',
  'answer',
  'blocked',
  'edit',
  'skipped',
  'round',
  'plan',
  'restore',
  'fork',
  'closed',
] as const;
export type CheckpointKind = (typeof CHECKPOINT_KINDS)[number];

const engineName = kinds.matching(/^\S/, 'a name');
const forkPoint = kinds.matching(/^[a-z0-9][a-z0-9-]{2,62}@[1-9]\d*$/, 'a session and a seq');

/** The trailers of a checkpoint, in written order; a null one is omitted. */
export const TRAILERS = {
  schema: field('Cairn-Schema', kinds.schemaNumber, 'the schema of the checkpoint'),
  session: field('Cairn-Session', kinds.sessionId, 'the session'),
  seq: field('Cairn-Seq', kinds.countFromOne, 'its number in the session'),
  kind: field('Cairn-Kind', kinds.oneOf(CHECKPOINT_KINDS), 'why it was published'),
  state: field('Cairn-State', kinds.oneOf(SESSION_STATES), 'the state of the session behind it'),
  phase: nullable('Cairn-Phase', kinds.phaseId, 'the phase that it is about'),
  attempt: nullable('Cairn-Attempt', kinds.attempt, 'the attempt of that phase'),
  round: nullable('Cairn-Round', kinds.countFromOne, 'the round of that phase', 2),
  next: nullable('Cairn-Next', kinds.phaseIds, 'the phases that are worked on or come next'),
  waiting: nullable('Cairn-Waiting', kinds.phaseIds, 'the phases that wait for a person', 2),
  title: field('Cairn-Title', kinds.words, 'the title of the session'),
  workflow: field('Cairn-Workflow', kinds.workflowName, 'the name of its workflow'),
  plan: field('Cairn-Plan', kinds.planHash, 'the plan hash of its workflow.yaml'),
  effects: field('Cairn-Effects', kinds.count, 'how many effects its effects.json has'),
  checked: nullable('Cairn-Checked', kinds.oneOf(CHECKED), 'what stands behind a session that is done', 3),
  engine: field('Cairn-Engine', engineName, 'who wrote it: `cairn/<version>`'),
  updated: nullable(
    'Cairn-Updated',
    kinds.time,
    'the `updated` of its STATUS.md, so that nobody has to read that',
  ),
  forkedFrom: nullable(
    'Cairn-Forked-From',
    forkPoint,
    'of a fork, in each of its checkpoints: `<session>@<seq>`',
  ),
  held: nullable(
    'Cairn-Held',
    kinds.commitId,
    'the commit that holds the work of its phase, which is not done',
    2,
  ),
  restored: nullable('Cairn-Restored', kinds.count, 'of a restore: the seq that it went back to'),
} as const;

export type Trailers = ValuesOf<typeof TRAILERS>;

/** The trailers of a commit as found: text, or null if the key is missing. */
export type TrailersGlance = GlanceOf<typeof TRAILERS>;
