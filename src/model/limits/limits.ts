import type { Usage } from '../attempt/usage.ts';
import type { PhaseId } from '../names/ids.ts';
import { LIMIT_NAMES, type LimitName } from './limitNames.ts';

/** What a session, or a phase, may use up; null where it has no such limit. Cost in US dollars, as agents tell it. */
export interface Limits {
  readonly cost: number | null;
  readonly tokens: number | null;
  readonly timeMs: number | null;
}

/** A workflow with its limits, and those of its phases. */
export interface Limited {
  readonly limits: Limits | null;
  readonly phases: readonly { readonly id: PhaseId; readonly limits: Limits | null }[];
}

/** What was used up. What no agent told counts as nothing. */
export type Spent = Readonly<Record<LimitName, number>>;

export interface Reached {
  readonly limit: LimitName;
  /** The phase whose limit it is; null: of the session. */
  readonly of: PhaseId | null;
  readonly used: number;
  readonly most: number;
}

/** A limit that a person raised; `to` null: that there is none any more. */
export interface Raised {
  readonly limit: LimitName;
  readonly of: PhaseId | null;
  readonly to: number | null;
  readonly at: string;
}

export const spentOf = (usage: Usage | null, workedMs: number): Spent => ({
  cost: usage?.costUsd ?? 0,
  tokens: usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
  timeMs: workedMs,
});

export const sumSpent = (all: readonly Spent[]): Spent => ({
  cost: all.reduce((sum, { cost }) => sum + cost, 0),
  tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
  timeMs: all.reduce((sum, { timeMs }) => sum + timeMs, 0),
});

/** The limit that holds: as the workflow has it, or as a person raised it last. */
export function mostOf(
  { limits, phases }: Limited,
  raised: readonly Raised[],
  of: PhaseId | null,
  limit: LimitName,
): number | null {
  const written = of === null ? limits : (phases.find(({ id }) => id === of)?.limits ?? null);
  if (written === null || written[limit] === null) return null;
  const word = raised
    .filter((one) => one.of === of && one.limit === limit)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
  return word === undefined ? written[limit] : word.to;
}

/**
 * The first limit that is reached, the session's before the phase's; null if none is.
 *
 * @param spent by the session as a whole, and by the phase that works or is to begin
 */
export function reachedLimit(
  workflow: Limited,
  raised: readonly Raised[],
  phase: PhaseId,
  spent: { readonly session: Spent; readonly phase: Spent },
): Reached | null {
  for (const whose of [null, phase]) {
    const used = whose === null ? spent.session : spent.phase;
    for (const limit of LIMIT_NAMES) {
      const most = mostOf(workflow, raised, whose, limit);
      if (most !== null && used[limit] >= most) return { limit, of: whose, used: used[limit], most };
    }
  }
  return null;
}

/** How long it may still work before a limit of time is reached; null if there is none. */
export function mayStillWork(
  workflow: Limited,
  raised: readonly Raised[],
  phase: PhaseId,
  spent: { readonly session: Spent; readonly phase: Spent },
): number | null {
  const ends = [null, phase].flatMap((of) => {
    const most = mostOf(workflow, raised, of, 'timeMs');
    return most === null ? [] : [most - (of === null ? spent.session : spent.phase).timeMs];
  });
  return ends.length === 0 ? null : Math.max(0, Math.min(...ends));
}

/** What people said of limits, in all phases. */
export const raisedIn = (records: Iterable<{ readonly raised?: readonly Raised[] }>): readonly Raised[] =>
  [...records].flatMap(({ raised = [] }) => raised);
