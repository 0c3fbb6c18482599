import * as z from 'zod/mini';
import type { Result } from '../../base/result.ts';
import type { PhaseId } from '../names/ids.ts';
import { readRecord, type RecordProblem } from '../parsing/readRecord.ts';
import { digestField, timeField, type RecordOf } from '../parsing/recordFields.ts';
import { renderRecord } from '../parsing/renderRecord.ts';
import { SCHEMA } from '../parsing/schema.ts';
import { EFFECTS_FILE } from '../names/places.ts';

const outcome = z.discriminatedUnion('kind', [
  /** The command ended. */
  z.looseObject({
    kind: z.literal('ran'),
    at: timeField,
    exitCode: z.int(),
    /**
     * What it wrote on standard output, at most 64 KB. The format counts bytes, this counts characters: a text of 64 KB never
     * has more characters than bytes.
     */
    output: z.string().check(z.maxLength(65_536)),
    /** Of the complete output, however much of it is kept. */
    sha256: digestField,
  }),
  /** The probe said whether it had happened. */
  z.looseObject({ kind: z.literal('probed'), at: timeField, happened: z.boolean() }),
  /** A person said whether it had happened. */
  z.looseObject({
    kind: z.literal('settled'),
    at: timeField,
    happened: z.boolean(),
    by: z.string(),
    comment: z.string(),
  }),
]);
const entry = z.looseObject({
  /** Unique in the record; never contains the session id. */
  key: z.string().check(z.minLength(1), z.maxLength(500)),
  /** `sha256:<hex>` of command and arguments. */
  input: z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits')),
  command: z.array(z.string()).check(z.minLength(1)),
  /** When the intent was recorded; if there were several under this key, the last. */
  at: timeField,
  /** The phase that requested it; null if a person did, outside of any phase. */
  phase: z.exactOptional(
    z.nullable(z.custom<PhaseId>((value) => typeof value === 'string', 'must be a text')),
  ),
  /** It was not begun on this machine: its phase was at work elsewhere and may have done it there. */
  elsewhere: z.exactOptional(z.literal(true)),
  /** null: an intent without an outcome. */
  outcome: z.nullable(outcome),
  /** How often the stored outcome was answered instead of running the command again; missing: never. */
  replayed: z.exactOptional(z.int().check(z.nonnegative())),
});
const effectsSchema = z.looseObject({
  schema: z.literal(SCHEMA),
  effects: z.array(entry).check(
    z.superRefine((entries, context) => {
      const seen = new Set<string>();
      for (const [index, { key }] of entries.entries()) {
        if (seen.has(key))
          context.addIssue({ code: 'custom', path: [index, 'key'], message: 'is recorded twice' });
        seen.add(key);
      }
    }),
  ),
});

/** `effects.json`: what was done to the outside world, in the order of the first intents. */
export type EffectsRecord = RecordOf<typeof effectsSchema>;
export type EffectEntry = RecordOf<typeof entry>;
export type EffectOutcome = RecordOf<typeof outcome>;

/** Reads `effects.json`. Never throws; keys that this version does not know are kept. */
export function parseEffectsRecord(file: string, text: string): Result<EffectsRecord, RecordProblem> {
  return readRecord<EffectsRecord>('effects', file, text, effectsSchema);
}

/** `effects.json`: stable key order, two spaces, a newline at the end; unknown keys come last. */
export function renderEffectsRecord(record: EffectsRecord): string {
  return renderRecord(EFFECTS_FILE, record, effectsSchema);
}
