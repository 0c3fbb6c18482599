/** `phase.json` (FORMAT.md, *phase.json*): what happened in a phase, for machines. */
import * as z from 'zod/mini';
import type { Result } from '../../base/result.ts';
import { readRecord, type RecordProblem } from '../parsing/readRecord.ts';
import {
  attemptField,
  blobField,
  changeFields,
  commandField,
  commitField,
  countField,
  digestField,
  noteFields,
  pathField,
  permissionFields,
  phaseField,
  sessionField,
  timeField,
  treeField,
  type RecordOf,
} from '../parsing/recordFields.ts';
import { renderRecord } from '../parsing/renderRecord.ts';
import { baselineField, checkField } from './checkFields.ts';
import { packetReviewField } from '../packet/packetReview.ts';
import { SAID } from '../graph/said.ts';
import { LIMIT_NAMES } from '../limits/limitNames.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { COMMITTED_STATUSES } from '../status/statusWords.ts';

export const PHASE_RECORD = 'phase.json';

/** `path`: from the repository root. */
const artifact = z.looseObject({
  path: pathField,
  blob: blobField,
  sha256: digestField,
  bytes: countField,
});
const approval = z.looseObject({
  decision: z.enum(['approved', 'rejected', 'answered']),
  by: z.string(),
  at: timeField,
  comment: z.nullable(z.string()),
  artifacts: z.array(z.looseObject({ path: pathField, blob: blobField })),
  tree: treeField,
  /** For a decision on the packet: whether it was taken as written. */
  packet: z.exactOptional(z.enum(['kept', 'edited'])),
  /** It was said before there was anything to look at. */
  beforehand: z.exactOptional(z.literal(true)),
});
const judgement = z.looseObject({
  attempt: attemptField,
  outcome: z.string(),
  reasons: z.array(z.string()),
  /** Who worked. This and the next keys are missing if no agent did, and in records of an older Cairn. */
  agent: z.exactOptional(z.string()),
  /** The model that was requested, if any. */
  requestedModel: z.exactOptional(z.string()),
  /** The model that it reported, if it did. */
  model: z.exactOptional(z.string()),
  /** Why it would not continue its own earlier session: it began a new one, from the packet. */
  sessionExpired: z.exactOptional(z.string()),
});
const permission = z.looseObject(permissionFields);
const notCaptured = z.looseObject({ path: z.string(), why: z.string() });
const question = z.looseObject({
  /** `packet`: someone should look at what the phase hands on, and a yes answers it. Missing: a text does. */
  about: z.exactOptional(
    z.enum(['packet', 'effect', 'condition', 'loop', 'limit', 'stop', 'conflict', 'permission', 'check']),
  ),
  text: z.string(),
  options: z.exactOptional(z.array(z.string())),
  asked: timeField,
  /** Where its work does not merge, and with whose: the phases that published what it does not merge with. */
  conflict: z.exactOptional(
    z.looseObject({
      files: z.array(z.looseObject({ kind: z.string(), paths: z.array(pathField) })),
      with: z.array(phaseField),
    }),
  ),
  /** The key of the effect in question: an answer settles it. */
  effect: z.exactOptional(z.string()),
  /** The commands of the checks in question: a person may let them be as they are. */
  checks: z.exactOptional(z.array(commandField)),
  /** The limit in question: an answer raises it. `of` null: the session's. */
  limit: z.exactOptional(z.looseObject({ limit: z.enum(LIMIT_NAMES), of: z.nullable(phaseField) })),
});

/** Why a loop sends its work back: what `until` found, or why the gate did not hold. */
const sentBack = z.looseObject({
  file: z.exactOptional(z.string()),
  at: z.exactOptional(z.string()),
  found: z.exactOptional(z.unknown()),
  reasons: z.exactOptional(z.array(z.string())),
});

/** Keys are written in this order. Loose at every level: those that this version does not know are kept. */
const phaseRecordSchema = z.looseObject({
  schema: z.literal(SCHEMA),
  session: sessionField,
  phase: phaseField,
  seq: z.int().check(z.gte(1)),
  attempt: attemptField,
  status: z.enum(COMMITTED_STATUSES),
  began: z.nullable(timeField),
  ended: z.nullable(timeField),
  agent: z.nullable(
    z.looseObject({
      kind: z.string(),
      name: z.string(),
      version: z.nullable(z.string()),
      model: z.exactOptional(z.string()),
      /** The mode that it worked in, by its own name for it. */
      mode: z.exactOptional(z.string()),
      /** The version of the adapter in between, if there is one. */
      adapter: z.exactOptional(z.string()),
    }),
  ),
  /** How the last attempt's agent ended (`AgentOutcome.kind`), or null before any. */
  outcome: z.nullable(z.string()),
  /** The agent's last message if it completed, shortened. */
  finalText: z.exactOptional(z.string()),
  artifacts: z.array(artifact),
  /** Promised artifacts that existed before the first attempt: a clone may lack that checkpoint. */
  before: z.exactOptional(z.array(z.looseObject({ path: pathField, blob: blobField }))),
  checks: z.array(checkField),
  /** Of the record that a session publishes first: what its checks said before anything was changed, as far as they were run. */
  baseline: z.exactOptional(z.array(baselineField)),
  approvals: z.array(approval),
  notCaptured: z.array(notCaptured),
  normalised: z.array(z.string()),
  attempts: z.array(judgement),
  question: z.exactOptional(question),
  effects: z.looseObject({
    done: countField,
    failed: countField,
    inDoubt: countField,
    /** How often an effect had already happened and was not repeated; missing: never. */
    replayed: z.exactOptional(countField),
  }),
  /** How long agents worked, over all attempts. Milliseconds; missing if not measured. */
  workedMs: z.exactOptional(countField),
  /** How often an agent was prompted again because its turn had ended over a denial; missing: never. */
  promptedAgain: z.exactOptional(countField),
  /** `Usage` over all attempts, as far as their agents reported it. */
  usage: z.exactOptional(z.unknown()),
  /** What agents asked for and what was decided, over all attempts. */
  permissions: z.exactOptional(z.array(permission)),
  /** Notes of people to the running session, each with the attempt whose prompt first held it. */
  notes: z.exactOptional(z.array(z.looseObject({ ...noteFields, attempt: attemptField }))),
  /**
   * Its work while it is not done: a commit whose tree is the working tree as it was captured, and the checkpoint that the
   * attempt began on. Gone once it is published.
   */
  held: z.exactOptional(
    z.looseObject({
      commit: commitField,
      base: commitField,
      /** Of which round it is; missing: the first. The work of an earlier one lies in no working tree any more. */
      round: z.exactOptional(countField),
    }),
  ),
  /** Of a phase with a loop: its round in it, and what it was sent back for where that is a person's to say. */
  loop: z.exactOptional(z.looseObject({ round: countField, because: z.exactOptional(sentBack) })),
  /** Who opened this round, of how many, and why. */
  reopened: z.exactOptional(
    z.looseObject({ by: phaseField, round: countField, max: countField, because: z.exactOptional(sentBack) }),
  ),
  /** What a person said of whether, or for which items, it runs in this round, where its condition or its list could not tell. */
  said: z.exactOptional(z.looseObject({ word: z.enum(SAID), round: countField })),
  /** What a person said of whether the session stops with it, where the file of its condition cannot be read. */
  stops: z.exactOptional(z.boolean()),
  /**
   * Why it is skipped: what its condition found, or that of the phase `stop`, which stopped the session; that a person said so; or
   * that what it needs was.
   */
  skipped: z.exactOptional(
    z.looseObject({
      file: z.exactOptional(z.string()),
      at: z.exactOptional(z.string()),
      found: z.exactOptional(z.unknown()),
      stop: z.exactOptional(phaseField),
      byPerson: z.exactOptional(z.literal(true)),
      needs: z.exactOptional(z.array(phaseField)),
    }),
  ),
  /** Limits that people raised when this phase had come to them; `to` null: that there is none any more. */
  raised: z.exactOptional(
    z.array(
      z.looseObject({
        limit: z.enum(LIMIT_NAMES),
        of: z.nullable(phaseField),
        to: z.nullable(z.number()),
        at: timeField,
      }),
    ),
  ),
  /** Commands of checks that a person let be as they were before anything was changed, when this phase was held up by them. */
  letBe: z.exactOptional(z.array(z.looseObject({ run: commandField, at: timeField }))),
  /** Of a phase whose loop had a list written anew: what the items before had used, which counts for the session. */
  folded: z.exactOptional(
    z.looseObject({ usage: z.exactOptional(z.unknown()), workedMs: z.exactOptional(countField) }),
  ),
  /** What people changed in that work, before each of the attempts that went on with it. */
  edited: z.exactOptional(z.array(z.looseObject(changeFields))),
  /** What a person made of its packet; gone with the next attempt, whose packet is looked at anew. */
  reviewed: z.exactOptional(packetReviewField),
  /**
   * In a fork, for a record from the original session: the checkpoint that last wrote it, and its position among those records
   * by time of writing, from 1. Gone once this session rewrites it.
   */
  inherited: z.exactOptional(
    z.looseObject({
      session: sessionField,
      seq: z.int().check(z.gte(1)),
      order: z.int().check(z.gte(1)),
    }),
  ),
});

export type PhaseRecord = RecordOf<typeof phaseRecordSchema> & { readonly [other: string]: unknown };
export type ArtifactRecord = RecordOf<typeof artifact>;
export type CheckRecord = RecordOf<typeof checkField>;
export type BaselineRecord = RecordOf<typeof baselineField>;
export type ApprovalRecord = RecordOf<typeof approval>;
export type PermissionRecord = RecordOf<typeof permission>;
export type NotCaptured = RecordOf<typeof notCaptured>;
export type Question = RecordOf<typeof question>;

/** Reads `phase.json`. Never throws; keys that this version does not know are kept. */
export function parsePhaseRecord(file: string, text: string): Result<PhaseRecord, RecordProblem> {
  return readRecord<PhaseRecord>('phase', file, text, phaseRecordSchema);
}

/** `phase.json`: stable key order, two spaces, a newline at the end; unknown keys come last. */
export function renderPhaseRecord(record: PhaseRecord): string {
  return renderRecord(PHASE_RECORD, record, phaseRecordSchema);
}

type Written = Pick<PhaseRecord, 'seq' | 'inherited'>;

/**
 * Orders two records of a session by time of writing, that is by seq. Records that a fork brought along all have its seq, and
 * carry their order beside.
 */
export function inClosingOrder(a: Written, b: Written): number {
  return a.seq - b.seq || (a.inherited?.order ?? 0) - (b.inherited?.order ?? 0);
}
