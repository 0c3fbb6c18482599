import { CairnError } from '../base/cairnError.ts';
import type { Result } from '../base/result.ts';
import type { Timestamp } from './ids.ts';
import type { RecordProblem } from './recordProblem.ts';

/** `effects.json` (format, section 8): what was done to the outside world, in the order of the first intents. */
export interface EffectsRecord {
  readonly schema: 1;
  readonly effects: readonly EffectEntry[];
  readonly [other: string]: unknown;
}

export interface EffectEntry {
  /** Unique in the record; never contains the session id. */
  readonly key: string;
  /** `sha256:<hex>` of command and arguments. */
  readonly input: string;
  readonly command: readonly string[];
  /** When the intent was recorded. */
  readonly at: Timestamp;
  /** null: intent without outcome. */
  readonly outcome: EffectOutcome | null;
  readonly [other: string]: unknown;
}

export type EffectOutcome =
  /** The command ended. `output`: at most 64 KB; `sha256` is of the whole of it. */
  | { readonly kind: 'ran'; readonly at: Timestamp; readonly exitCode: number; readonly output: string; readonly sha256: string }
  /** The probe said whether it had happened. */
  | { readonly kind: 'probed'; readonly at: Timestamp; readonly happened: boolean }
  /** A person said so. */
  | { readonly kind: 'settled'; readonly at: Timestamp; readonly happened: boolean; readonly by: string; readonly comment: string };

export const NO_EFFECTS: EffectsRecord = { schema: 1, effects: [] };

/** Reads `effects.json`. Never throws. */
export function parseEffectsRecord(_file: string, _text: string): Result<EffectsRecord, RecordProblem> {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}

/** `effects.json`: stable key order, two spaces, a newline at the end; unknown keys kept. */
export function renderEffectsRecord(_record: EffectsRecord): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}

/** `inDoubt`: an intent without an outcome. */
export function countEffects(_record: EffectsRecord): { readonly done: number; readonly failed: number; readonly inDoubt: number } {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
