import { field, nullable, type GlanceOf, type ValuesOf } from '../parsing/recordTable.ts';
import * as kinds from '../parsing/valueKinds.ts';
import { SESSION_STATES } from '../status/statusWords.ts';

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
  'restore',
  'fork',
  'closed',
] as const;
export type CheckpointKind = (typeof CHECKPOINT_KINDS)[number];

const engineName = kinds.matching(/^\S/, 'a name');
const forkPoint = kinds.matching(/^[a-z0-9][a-z0-9-]{2,62}@[1-9]\d*$/, 'a session and a seq');

/** The trailers of a checkpoint, in the order in which they are written; one that is null is left out. */
export const TRAILERS = {
  schema: field('Cairn-Schema', 1, kinds.schemaNumber, 'the schema of the checkpoint'),
  session: field('Cairn-Session', 1, kinds.sessionId, 'the session'),
  seq: field('Cairn-Seq', 1, kinds.countFromOne, 'its number in the session'),
  kind: field('Cairn-Kind', 1, kinds.oneOf(CHECKPOINT_KINDS), 'why it was published'),
  state: field('Cairn-State', 1, kinds.oneOf(SESSION_STATES), 'the state of the session behind it'),
  phase: nullable('Cairn-Phase', 1, kinds.phaseId, 'the phase that it is about'),
  attempt: nullable('Cairn-Attempt', 1, kinds.count, 'the attempt of that phase'),
  next: nullable('Cairn-Next', 1, kinds.phaseId, 'the phase that is worked on or comes next'),
  title: field('Cairn-Title', 1, kinds.words, 'the title of the session'),
  workflow: field('Cairn-Workflow', 1, kinds.workflowName, 'the name of its workflow'),
  plan: field('Cairn-Plan', 1, kinds.planHash, 'the plan hash of its workflow.yaml'),
  effects: field('Cairn-Effects', 1, kinds.count, 'how many effects its effects.json has'),
  engine: field('Cairn-Engine', 1, engineName, 'who wrote it: `cairn/<version>`'),
  updated: nullable(
    'Cairn-Updated',
    1,
    kinds.time,
    'the `updated` of its STATUS.md, so that nobody has to read that',
  ),
  forkedFrom: nullable(
    'Cairn-Forked-From',
    1,
    forkPoint,
    'of a fork, in each of its checkpoints: `<session>@<seq>`',
  ),
  restored: nullable('Cairn-Restored', 1, kinds.count, 'of a restore: the seq that it went back to'),
} as const;

export type Trailers = ValuesOf<typeof TRAILERS>;

/** The trailers of a commit as found: words where the key is there, null where it is not. */
export type TrailersGlance = GlanceOf<typeof TRAILERS>;
