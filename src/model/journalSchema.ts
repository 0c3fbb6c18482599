import * as z from 'zod';
import { CHECKPOINT_KINDS } from './checkpoint.ts';
import type { JournalLine } from './journal.ts';
import {
  commitField,
  digestField,
  permissionFields,
  phaseField,
  refField,
  timeField,
} from './recordFields.ts';

const attempt = z.int().min(1);
const amount = z.number().min(0).nullable();
type Shapes = { readonly [T in JournalLine['type']]: z.ZodType<Extract<JournalLine, { type: T }>> };

/**
 * One strict shape per type of line; the compiler fails when a type is added and its shape is not. Strict, because
 * the journal is this machine's own: a key that is not known means that another program wrote the line.
 */
const SHAPES: Shapes = {
  'attempt-begun': z.strictObject({
    type: z.literal('attempt-begun'),
    at: timeField,
    phase: phaseField,
    attempt,
    tip: commitField,
    resumed: z.boolean(),
    head: z.string().nullable(),
    agent: z.string(),
    agentKind: z.string().exactOptional(),
  }),
  'process-started': z.strictObject({
    type: z.literal('process-started'),
    at: timeField,
    what: z.enum(['agent', 'check', 'setup']),
    pid: z.int().min(1),
    startTime: z.string(),
    mark: z.string(),
  }),
  'session-hint': z.strictObject({ type: z.literal('session-hint'), at: timeField, id: z.string() }),
  'agent-ended': z.strictObject({
    type: z.literal('agent-ended'),
    at: timeField,
    outcome: z.string(),
    detail: z.string().nullable(),
    ms: z.number().min(0),
    finalText: z.string().exactOptional(),
    artifacts: z.array(digestField.nullable()).exactOptional(),
    usage: z
      .strictObject({ inputTokens: amount, outputTokens: amount, totalTokens: amount, costUsd: amount })
      .exactOptional(),
    mode: z.string().exactOptional(),
    model: z.string().exactOptional(),
  }),
  'permission-decided': z.strictObject({
    type: z.literal('permission-decided'),
    at: timeField,
    permission: z.strictObject(permissionFields),
  }),
  'note-taken': z.strictObject({
    type: z.literal('note-taken'),
    at: timeField,
    phase: phaseField,
    attempt,
    note: z.string(),
  }),
  'gate-evaluated': z.strictObject({
    type: z.literal('gate-evaluated'),
    at: timeField,
    holds: z.boolean(),
    reasons: z.array(z.string()),
  }),
  'attempt-failed': z.strictObject({
    type: z.literal('attempt-failed'),
    at: timeField,
    outcome: z.string(),
    reasons: z.array(z.string()),
    until: timeField.exactOptional(),
  }),
  'attempt-cut-off': z.strictObject({
    type: z.literal('attempt-cut-off'),
    at: timeField,
    phase: phaseField,
    attempt,
  }),
  'attempt-stopped': z.strictObject({ type: z.literal('attempt-stopped'), at: timeField }),
  'restore-begun': z.strictObject({
    type: z.literal('restore-begun'),
    at: timeField,
    from: commitField,
    to: commitField,
    undo: z.boolean(),
    rescue: refField.nullable(),
  }),
  'restore-ended': z.strictObject({ type: z.literal('restore-ended'), at: timeField }),
  'checkpoint-published': z.strictObject({
    type: z.literal('checkpoint-published'),
    at: timeField,
    kind: z.enum(CHECKPOINT_KINDS),
    seq: z.int().min(1),
    commit: commitField,
    ms: z.number().min(0),
  }),
  'checkpoint-failed': z.strictObject({
    type: z.literal('checkpoint-failed'),
    at: timeField,
    kind: z.enum(CHECKPOINT_KINDS),
    seq: z.int().min(1),
    ms: z.number().min(0),
    why: z.string(),
  }),
};

/** Reads one line of the attempt journal; null = torn, damaged or not ours. Never throws. */
export function parseJournalLine(line: string): JournalLine | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // A torn line is what a crash leaves; the reader of the journal decides what it means.
    return null;
  }
  const type: unknown =
    typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  const shape =
    typeof type === 'string' && Object.hasOwn(SHAPES, type) ? SHAPES[type as JournalLine['type']] : undefined;
  const read = shape?.safeParse(value);
  return read?.success === true ? read.data : null;
}
