import * as z from 'zod';
import { CHECKPOINT_KINDS } from '../checkpoint/trailers.ts';
import { findingsOf } from '../parsing/issueProblems.ts';
import type { JournalLine } from './journal.ts';
import {
  commitField,
  digestField,
  countField,
  permissionFields,
  phaseField,
  refField,
  timeField,
} from '../parsing/recordFields.ts';
import { asSchema, SCHEMA } from '../parsing/schema.ts';

const attempt = z.int().min(1);
const amount = z.number().min(0).nullable();
type Shapes = { readonly [T in JournalLine['type']]: z.ZodType<Extract<JournalLine, { type: T }>> };

/**
 * One shape per type of line; the compiler fails when a type is added and its shape is not. Loose at every level: another
 * Cairn of the same schema may say more, and what it said is kept where the journal is written anew.
 */
const SHAPES: Shapes = {
  'attempt-begun': z.looseObject({
    type: z.literal('attempt-begun'),
    at: timeField,
    phase: phaseField,
    attempt,
    tip: commitField,
    resumed: z.boolean(),
    head: z.string().nullable(),
    agent: z.string(),
    agentKind: z.string().exactOptional(),
    state: z.string().exactOptional(),
    packetTokens: countField.exactOptional(),
    artifacts: countField.exactOptional(),
    requestedModel: z.string().exactOptional(),
  }),
  'process-started': z.looseObject({
    type: z.literal('process-started'),
    at: timeField,
    what: z.enum(['agent', 'check', 'setup']),
    pid: z.int().min(1),
    startTime: z.string(),
    mark: z.string(),
    gitDir: z.string().exactOptional(),
  }),
  'session-hint': z.looseObject({
    type: z.literal('session-hint'),
    at: timeField,
    id: z.string(),
    promptedAgain: z.literal(true).exactOptional(),
  }),
  'agent-ended': z.looseObject({
    type: z.literal('agent-ended'),
    at: timeField,
    outcome: z.string(),
    detail: z.string().nullable(),
    ms: z.number().min(0),
    finalText: z.string().exactOptional(),
    artifacts: z.array(digestField.nullable()).exactOptional(),
    head: z.looseObject({ commit: commitField.nullable(), branch: refField.nullable() }).exactOptional(),
    usage: z
      .looseObject({ inputTokens: amount, outputTokens: amount, totalTokens: amount, costUsd: amount })
      .exactOptional(),
    mode: z.string().exactOptional(),
    model: z.string().exactOptional(),
    turns: countField.exactOptional(),
    calls: countField.exactOptional(),
    sessionExpired: z.string().exactOptional(),
    transcript: z.looseObject({ path: z.string(), sha256: z.string(), bytes: countField }).exactOptional(),
  }),
  'permission-decided': z.looseObject({
    type: z.literal('permission-decided'),
    at: timeField,
    permission: z.looseObject(permissionFields),
  }),
  'note-taken': z.looseObject({
    type: z.literal('note-taken'),
    at: timeField,
    phase: phaseField,
    attempt,
    note: z.string(),
  }),
  'gate-evaluated': z.looseObject({
    type: z.literal('gate-evaluated'),
    at: timeField,
    holds: z.boolean(),
    reasons: z.array(z.string()),
  }),
  'attempt-failed': z.looseObject({
    type: z.literal('attempt-failed'),
    at: timeField,
    outcome: z.string(),
    reasons: z.array(z.string()),
    until: timeField.exactOptional(),
  }),
  'attempt-cut-off': z.looseObject({
    type: z.literal('attempt-cut-off'),
    at: timeField,
    phase: phaseField,
    attempt,
  }),
  'attempt-stopped': z.looseObject({ type: z.literal('attempt-stopped'), at: timeField }),
  'restore-begun': z.looseObject({
    type: z.literal('restore-begun'),
    at: timeField,
    from: commitField,
    to: commitField,
    undo: z.boolean(),
    rescue: refField.nullable(),
    left: z.array(z.string()).optional(),
  }),
  'restore-ended': z.looseObject({ type: z.literal('restore-ended'), at: timeField }),
  'checkpoint-published': z.looseObject({
    type: z.literal('checkpoint-published'),
    at: timeField,
    kind: z.enum(CHECKPOINT_KINDS),
    seq: z.int().min(1),
    commit: commitField,
    ms: z.number().min(0),
  }),
  'checkpoint-failed': z.looseObject({
    type: z.literal('checkpoint-failed'),
    at: timeField,
    kind: z.enum(CHECKPOINT_KINDS),
    seq: z.int().min(1),
    ms: z.number().min(0),
    why: z.string(),
  }),
};

/** Reads one line of the attempt journal; null = torn, damaged or a newer Cairn's. Never throws. */
export function parseJournalLine(line: string): JournalLine | null {
  const value = envelopeOf(line);
  if (value === null || isNewer(value)) return null;
  const read = shapeOf(value.type)?.safeParse(value);
  return read?.success === true ? read.data : null;
}

/**
 * What a newer Cairn said in a line that is whole and that this one does not know: its schema, its type, or a word in it.
 * Null of a line that is damaged, and of one that reads.
 */
export function newerIn(line: string): string | null {
  const value = envelopeOf(line);
  if (value === null) return null;
  if (isNewer(value)) return `"schema" is ${String(value['schema'])}, this Cairn knows up to ${SCHEMA}`;
  const shape = shapeOf(value.type);
  if (shape === undefined) return `"type" is ${JSON.stringify(value.type)}`;
  const read = shape.safeParse(value, { reportInput: true });
  const found = read.success ? [] : findingsOf(read.error.issues, () => []);
  return found.every(({ unknown }) => unknown === true) ? (found[0]?.message ?? null) : null;
}

/** What every line has had from the first: nothing without it was ever a line. */
const envelope = z.looseObject({ type: z.string().regex(/^[a-z]+(-[a-z]+)*$/), at: timeField });
type Envelope = z.infer<typeof envelope>;

function envelopeOf(line: string): Envelope | null {
  try {
    return envelope.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    // A torn line is what a crash leaves; the reader of the journal decides what it means.
    return null;
  }
}

const isNewer = (value: Envelope): boolean => (asSchema(value['schema']) ?? SCHEMA) > SCHEMA;

const shapeOf = (type: string): Shapes[JournalLine['type']] | undefined =>
  Object.hasOwn(SHAPES, type) ? SHAPES[type as JournalLine['type']] : undefined;
