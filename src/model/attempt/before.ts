import type { PhaseId } from '../names/ids.ts';
import type { PromptInput } from '../prompt/promptInput.ts';
import type { OpenAttempt } from './openAttempt.ts';

/** What the next attempt of a phase must know of what came before, where its record does not say. */
export interface Before {
  readonly phase: PhaseId;
  readonly leftovers: PromptInput['meanwhile']['leftovers'];
  /** The interrupted attempt, if its leftovers are still there. */
  readonly cutOff: OpenAttempt | null;
  /** Why the gate failed just now; null if the record tells. */
  readonly lastAttempt: PromptInput['lastAttempt'];
  /** Retries of that phase that are already used. */
  readonly retriesSpent: number;
}

export const NOTHING_BEFORE = { leftovers: null, cutOff: null, lastAttempt: null, retriesSpent: 0 };

/** Null: there is nothing of it to know. */
export const before = (phase: PhaseId, of: Partial<Before>): Before | null =>
  Object.values(of).some(Boolean) ? { ...NOTHING_BEFORE, ...of, phase } : null;
