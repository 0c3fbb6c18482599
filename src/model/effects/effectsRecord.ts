import * as z from 'zod';
import type { Result } from '../../base/result.ts';
import type { PhaseId, Timestamp } from '../names/ids.ts';
import { readRecord } from '../parsing/readRecord.ts';
import { digestField, timeField } from '../parsing/recordFields.ts';
import type { RecordProblem } from '../parsing/recordProblem.ts';
import { renderRecord } from '../parsing/renderRecord.ts';
import { SCHEMA, type Schema } from '../parsing/schema.ts';

/** `effects.json`: what was done to the outside world, in the order of the first intents. */
export interface EffectsRecord {
  readonly schema: Schema;
  readonly effects: readonly EffectEntry[];
  readonly [other: string]: unknown;
}

export interface EffectEntry {
  /** Unique in the record; never contains the session id. */
  readonly key: string;
  /** `sha256:<hex>` of command and arguments. */
  readonly input: string;
  readonly command: readonly string[];
  /** When the intent was recorded: of several under one key, the last. */
  readonly at: Timestamp;
  /** The phase that wanted it; null: a person did, outside of any. */
  readonly phase?: PhaseId | null;
  /** Nobody began it where this was written: its phase was at work elsewhere, and may have done it there. */
  readonly elsewhere?: true;
  /** null: intent without outcome. */
  readonly outcome: EffectOutcome | null;
  /** How often the stored outcome was given instead of running it again; left out: never. */
  readonly replayed?: number;
  readonly [other: string]: unknown;
}

export type EffectOutcome =
  /** The command ended. `output`: what it wrote on standard output, at most 64 KB; `sha256` is of the whole of it. */
  | {
      readonly kind: 'ran';
      readonly at: Timestamp;
      readonly exitCode: number;
      readonly output: string;
      readonly sha256: string;
    }
  /** The probe said whether it had happened. */
  | { readonly kind: 'probed'; readonly at: Timestamp; readonly happened: boolean }
  /** A person said so. */
  | {
      readonly kind: 'settled';
      readonly at: Timestamp;
      readonly happened: boolean;
      readonly by: string;
      readonly comment: string;
    };

export const NO_EFFECTS: EffectsRecord = { schema: SCHEMA, effects: [] };

export const EFFECTS = 'effects.json';

const outcome = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('ran'),
    at: timeField,
    exitCode: z.int(),
    // Characters here, bytes in the format: no text of 64 KB has more characters than that.
    output: z.string().max(65_536),
    sha256: digestField,
  }),
  z.looseObject({ kind: z.literal('probed'), at: timeField, happened: z.boolean() }),
  z.looseObject({
    kind: z.literal('settled'),
    at: timeField,
    happened: z.boolean(),
    by: z.string(),
    comment: z.string(),
  }),
]);
const entry = z.looseObject({
  key: z.string().min(1).max(500),
  input: z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits'),
  command: z.array(z.string()).min(1),
  at: timeField,
  phase: z
    .custom<PhaseId>((value) => typeof value === 'string', 'must be a text')
    .nullable()
    .exactOptional(),
  elsewhere: z.literal(true).exactOptional(),
  outcome: outcome.nullable(),
  replayed: z.int().nonnegative().exactOptional(),
});
const effectsSchema = z.looseObject({
  schema: z.literal(SCHEMA),
  effects: z.array(entry).superRefine((entries, context) => {
    const seen = new Set<string>();
    for (const [index, { key }] of entries.entries()) {
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [index, 'key'], message: 'is recorded twice' });
      seen.add(key);
    }
  }),
});

/** Reads `effects.json`. Never throws; keys that this version does not know are kept. */
export function parseEffectsRecord(file: string, text: string): Result<EffectsRecord, RecordProblem> {
  return readRecord<EffectsRecord>('effects', file, text, effectsSchema);
}

/** `effects.json`: stable key order, two spaces, a newline at the end; unknown keys come last. */
export function renderEffectsRecord(record: EffectsRecord): string {
  return renderRecord(EFFECTS, record, effectsSchema);
}

/** `done`: it happened; `failed`: it did not, and would run again; `inDoubt`: an intent without an outcome. */
export type EffectState = 'done' | 'failed' | 'inDoubt';

export function effectState({ outcome }: Pick<EffectEntry, 'outcome'>): EffectState {
  if (outcome === null) return 'inDoubt';
  const happened = outcome.kind === 'ran' ? outcome.exitCode === 0 : outcome.happened;
  return happened ? 'done' : 'failed';
}

/** How many there are of each state. */
export function countEffects(effects: readonly EffectEntry[]): Readonly<Record<EffectState, number>> {
  const counts = { done: 0, failed: 0, inDoubt: 0 };
  for (const entry of effects) counts[effectState(entry)] += 1;
  return counts;
}
