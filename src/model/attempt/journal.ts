/** The attempt journal: what this machine did since the tip and may lose. */
import * as z from 'zod/mini';
import { CHECKPOINT_KINDS } from '../checkpoint/trailers.ts';
import { findingsOf } from '../parsing/issueProblems.ts';
import {
  changeFields,
  commitField,
  countField,
  digestField,
  permissionFields,
  phaseField,
  readAs,
  refField,
  timeField,
  type RecordOf,
} from '../parsing/recordFields.ts';
import { asSchema, SCHEMA } from '../parsing/schema.ts';

const attempt = z.int().check(z.gte(1));
const amount = z.nullable(z.number().check(z.gte(0)));
const atPhase = { at: timeField, phase: phaseField, attempt };
const ofCheckpoint = { at: timeField, kind: z.enum(CHECKPOINT_KINDS), seq: z.int().check(z.gte(1)) };
const ms = z.number().check(z.gte(0));
const usageField = z.looseObject({
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  costUsd: amount,
});

/** Loose at every level: another Cairn of the same schema may say more, and what it said is kept where the journal is written anew. */
const line = <T extends string, S extends z.core.$ZodLooseShape>(type: T, fields: S) =>
  z.looseObject({ type: z.literal(type), ...fields });

const LINES = [
  line('attempt-begun', {
    ...atPhase,
    tip: commitField,
    resumed: z.boolean(),
    head: z.nullable(z.string()),
    agent: z.string(),
    /** `command`, `manual`, …; this and the next keys are missing in lines of an older Cairn. */
    agentKind: z.exactOptional(z.string()),
    /** The session's state at the tip that the attempt starts from. */
    state: z.exactOptional(z.string()),
    /** Size of the packet in its prompt; missing if the packet does not say. */
    packetTokens: z.exactOptional(countField),
    /** How many artifacts the phases have made so far. */
    artifacts: z.exactOptional(countField),
    /** What a person had changed in the work that it goes on with. */
    edited: z.exactOptional(z.array(z.looseObject(changeFields))),
    /** The model that was requested; missing: the agent's own default. */
    requestedModel: z.exactOptional(z.string()),
  }),
  line('process-started', {
    at: timeField,
    what: z.enum(['agent', 'check', 'setup']),
    pid: z.int().check(z.gte(1)),
    startTime: z.string(),
    mark: z.string(),
    /** The git directory of the repository that it works for. */
    gitDir: z.exactOptional(z.string()),
  }),
  // The agent's own id of its session, which no other line repeats: it may continue from it, but nothing depends on it.
  line('session-hint', {
    at: timeField,
    id: z.string(),
    /** It is prompted again in that session because its turn had ended over a denial. */
    promptedAgain: z.exactOptional(z.literal(true)),
  }),
  // What an attempt has used so far, now and then and when it is stopped: one that is cut off has no other word about that.
  line('agent-worked', { at: timeField, ms, usage: z.exactOptional(usageField) }),
  line('agent-ended', {
    at: timeField,
    outcome: z.string(),
    detail: z.nullable(z.string()),
    ms,
    /** What it said last when it had completed, shortened. */
    finalText: z.exactOptional(z.string()),
    /** sha256 of each promised artifact as it left it, in the order of the workflow; null: not there. The gate is still to come. */
    artifacts: z.exactOptional(z.array(z.nullable(digestField))),
    /** Where it left HEAD. */
    head: z.exactOptional(z.looseObject({ commit: z.nullable(commitField), branch: z.nullable(refField) })),
    usage: z.exactOptional(usageField),
    /** The mode and the model that it worked with. */
    mode: z.exactOptional(z.string()),
    model: z.exactOptional(z.string()),
    /** How often its model replied and how many tool calls it reported; missing: it does not report them. */
    turns: z.exactOptional(countField),
    calls: z.exactOptional(countField),
    /** Why it would not continue its earlier session and began a new one. */
    sessionExpired: z.exactOptional(z.string()),
    /** What it printed, which no checkpoint holds. `path`: from the folder of this session's state. */
    transcript: z.exactOptional(z.looseObject({ path: z.string(), sha256: z.string(), bytes: countField })),
  }),
  // Written before the agent gets its answer, so that whatever it then does, the decision is on record.
  line('permission-decided', {
    at: timeField,
    permission: z.looseObject(permissionFields),
    /** Only where nobody was there to be asked: hashes of the act, and of what was to be shown of it. */
    rejected: z.exactOptional(z.looseObject({ act: digestField, shown: digestField })),
  }),
  // Written before the prompt that contains it. Until a record holds it, its text is in a file named by this id.
  line('note-taken', { ...atPhase, note: z.string() }),
  line('gate-evaluated', { at: timeField, holds: z.boolean(), reasons: z.array(z.string()) }),
  line('attempt-failed', {
    at: timeField,
    /** Missing: the one begun last. Work that was approved is judged without one that has begun. */
    phase: z.exactOptional(phaseField),
    attempt: z.exactOptional(attempt),
    outcome: z.string(),
    reasons: z.array(z.string()),
    /** The agent's provider refused it until then, when the next attempt begins. */
    until: z.exactOptional(timeField),
  }),
  // Written by a resume that finds an attempt cut off.
  line('attempt-cut-off', atPhase),
  // A person asked to stop: the attempt stays open, but nothing crashed.
  line('attempt-stopped', { at: timeField }),
  line('restore-begun', {
    at: timeField,
    from: commitField,
    /** The checkpoint restored to. */
    to: commitField,
    /** It puts back what was uncommitted before. */
    undo: z.boolean(),
    rescue: z.nullable(refField),
    /** Paths that it left alone because no tree holds them. */
    left: z.optional(z.array(z.string())),
  }),
  line('restore-ended', { at: timeField }),
  // The first line after a checkpoint, which begins the journal anew: what it was, and how long it took.
  line('checkpoint-published', { ...ofCheckpoint, commit: commitField, ms }),
  // A checkpoint that failed. `why`: the error's code, or its message.
  line('checkpoint-failed', { ...ofCheckpoint, ms, why: z.string() }),
] as const;

export type JournalLine = RecordOf<(typeof LINES)[number]>;

/** Reads one line of the attempt journal; null = torn, damaged or a newer Cairn's. Never throws. */
export function parseJournalLine(line: string): JournalLine | null {
  const value = readAs(envelope, line);
  if (value === null || isNewer(value)) return null;
  const read = shapeOf(value.type)?.safeParse(value);
  return read?.success === true ? read.data : null;
}

/**
 * What this Cairn does not know in a whole line of a newer one: its schema, its type, or a word in it.
 * Null if the line is damaged, and if it can be read.
 */
export function newerIn(line: string): string | null {
  const value = readAs(envelope, line);
  if (value === null) return null;
  if (isNewer(value)) return `"schema" is ${String(value['schema'])}, this Cairn knows up to ${SCHEMA}`;
  const shape = shapeOf(value.type);
  if (shape === undefined) return `"type" is ${JSON.stringify(value.type)}`;
  const read = shape.safeParse(value, { reportInput: true });
  const found = read.success ? [] : findingsOf(read.error.issues, () => []);
  return found.every(({ unknown }) => unknown === true) ? (found[0]?.message ?? null) : null;
}

/** What every line has always had. */
const envelope = z.looseObject({ type: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/)), at: timeField });
type Envelope = z.infer<typeof envelope>;

const isNewer = (value: Envelope): boolean => (asSchema(value['schema']) ?? SCHEMA) > SCHEMA;

const shapeOf = (type: string): (typeof LINES)[number] | undefined =>
  LINES.find(({ shape }) => shape.type.def.values.some((known) => known === type));
