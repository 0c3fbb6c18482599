import * as z from 'zod';
import type { Result } from '../../base/result.ts';
import type { PhaseRecord } from './phaseRecord.ts';
import { readRecord } from '../parsing/readRecord.ts';
import {
  blobField,
  commandField,
  countField,
  digestField,
  noteFields,
  permissionFields,
  phaseField,
  sessionField,
  timeField,
  treeField,
} from '../parsing/recordFields.ts';
import type { RecordProblem } from '../parsing/recordProblem.ts';
import { renderRecord } from '../parsing/renderRecord.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { COMMITTED_STATUSES } from '../status/statusWords.ts';

export const PHASE_RECORD = 'phase.json';

const artifact = z.looseObject({
  path: z.string(),
  blob: blobField,
  sha256: digestField,
  bytes: countField,
});
const check = z.looseObject({
  name: z.string(),
  run: commandField,
  outcome: z.enum(['passed', 'failed', 'broke']),
  exitCode: z.int().nullable(),
  ms: z.number().min(0),
  why: z.string().exactOptional(),
  tail: z.string(),
});
const approval = z.looseObject({
  decision: z.enum(['approved', 'rejected', 'answered']),
  by: z.string(),
  at: timeField,
  comment: z.string().nullable(),
  artifacts: z.array(z.looseObject({ path: z.string(), blob: blobField })),
  tree: treeField,
  packet: z.enum(['kept', 'edited']).exactOptional(),
});

const judgement = z.looseObject({
  attempt: countField,
  outcome: z.string(),
  reasons: z.array(z.string()),
  agent: z.string().exactOptional(),
  requestedModel: z.string().exactOptional(),
  model: z.string().exactOptional(),
  sessionExpired: z.string().exactOptional(),
});
const permission = z.looseObject(permissionFields);

/** Keys are written in this order. Loose at every level: those that this version does not know are kept. */
const phaseRecordSchema = z.looseObject({
  schema: z.literal(SCHEMA),
  session: sessionField,
  phase: phaseField,
  seq: z.int().min(1),
  attempt: countField,
  status: z.enum(COMMITTED_STATUSES),
  began: timeField.nullable(),
  ended: timeField.nullable(),
  agent: z
    .looseObject({
      kind: z.string(),
      name: z.string(),
      version: z.string().nullable(),
      model: z.string().exactOptional(),
      mode: z.string().exactOptional(),
      adapter: z.string().exactOptional(),
    })
    .nullable(),
  outcome: z.string().nullable(),
  finalText: z.string().exactOptional(),
  artifacts: z.array(artifact),
  before: z.array(z.looseObject({ path: z.string(), blob: blobField })).exactOptional(),
  checks: z.array(check),
  approvals: z.array(approval),
  notCaptured: z.array(z.looseObject({ path: z.string(), why: z.string() })),
  normalised: z.array(z.string()),
  attempts: z.array(judgement),
  question: z
    .looseObject({
      about: z.enum(['packet', 'effect']).exactOptional(),
      text: z.string(),
      options: z.array(z.string()).exactOptional(),
      asked: timeField,
      effect: z.string().exactOptional(),
    })
    .exactOptional(),
  effects: z.looseObject({
    done: countField,
    failed: countField,
    inDoubt: countField,
    replayed: countField.exactOptional(),
  }),
  workedMs: countField.exactOptional(),
  promptedAgain: countField.exactOptional(),
  usage: z.unknown().exactOptional(),
  permissions: z.array(permission).exactOptional(),
  notes: z.array(z.looseObject({ ...noteFields, attempt: countField })).exactOptional(),
  inherited: z
    .looseObject({ session: sessionField, seq: z.int().min(1), order: z.int().min(1) })
    .exactOptional(),
});

/** Reads `phase.json`. Never throws; keys that this version does not know are kept. */
export function parsePhaseRecord(file: string, text: string): Result<PhaseRecord, RecordProblem> {
  return readRecord<PhaseRecord>('phase', file, text, phaseRecordSchema);
}

/** `phase.json`: stable key order, two spaces, a newline at the end; unknown keys come last. */
export function renderPhaseRecord(record: PhaseRecord): string {
  return renderRecord(PHASE_RECORD, record, phaseRecordSchema);
}
