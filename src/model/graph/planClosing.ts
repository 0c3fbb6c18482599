import type { Decision, FoundAt } from './decideCondition.ts';

/** Why another round: what `until` found, or why the gate did not hold. */
export type SentBack = FoundAt | { readonly reasons: readonly string[] };

/** What becomes of a phase that was judged, by its loop. */
export type ClosingPlan =
  /** As it would be closed, or held up, without a loop. */
  | { readonly do: 'close' }
  | { readonly do: 'round'; readonly because: SentBack }
  /** The rounds are used up, or nobody can tell. `because` null: the file cannot be read. */
  | { readonly do: 'ask'; readonly because: SentBack | null; readonly why: string | null };

/** A phase with a loop, as it was judged. */
export interface Judgement {
  /** Null: it held. Otherwise why it did not, with no retry left. */
  readonly failed: readonly string[] | null;
  /** Of `until`, on the tree that would be published; only where the gate held. */
  readonly until: Decision | null;
  /** The round of the loop that ends now, from 1, and the most that it may have. */
  readonly round: number;
  readonly max: number;
}

/** Decides whether a phase with a loop goes on, back, or asks. */
export function planClosing({ failed, until, round, max }: Judgement): ClosingPlan {
  if (failed !== null) return sendBack({ reasons: failed }, round, max);
  if (until === null || until.is === 'met') return { do: 'close' };
  if (until.is === 'unreadable')
    return { do: 'ask', because: null, why: `${until.file} cannot be read: ${until.why}` };
  const { is: _unmet, ...because } = until;
  return sendBack(because, round, max);
}

const sendBack = (because: SentBack, round: number, max: number): ClosingPlan =>
  round < max ? { do: 'round', because } : { do: 'ask', because, why: null };
