import { listed } from '../../base/listed.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { timeOfDay } from '../../sentences/timeOfDay.ts';
import type { RunEvent } from '../../runner/runEvents.ts';

/** What a run does before an agent works, and what it found out. Bounded, whatever a repository calls its checks. */
export interface Preparation {
  /** Null: nothing of it is under way. */
  readonly now: Step | null;
  /** Checks that failed before anything was changed. */
  readonly red: readonly string[];
}

type Step = (
  | { readonly does: 'setup'; readonly command: string }
  /** A check before anything is changed; `n` of `of`. */
  | { readonly does: 'check'; readonly name: string; readonly n: number; readonly of: number }
) & { readonly since: string };

const LONGEST = 80;
const MOST_RED = 20;
const MOST_NAMED = 2;

const NOTHING: Preparation = { now: null, red: [] };

const OVER: ReadonlySet<string> = new Set<RunEvent['type']>(['attempt', 'checkpoint', 'gate-failed']);

/** After one more event of the run; the same value where nothing of it is new. */
export function reducePreparation(before: Preparation | null, event: RunEvent): Preparation | null {
  const known = before ?? NOTHING;
  const { at: since } = event;
  // The set-up of a phase beside others that work is one thing among many.
  if (event.type === 'setup' && event.phase === undefined)
    return { ...known, now: { does: 'setup', command: shownLine(event.command, LONGEST), since } };
  if (event.type === 'baseline') {
    const { n, of } = event;
    return { ...known, now: { does: 'check', name: shownLine(event.name, LONGEST), n, of, since } };
  }
  if (event.type === 'baseline-ended') {
    const isRed = event.outcome === 'failed' && known.red.length < MOST_RED;
    return { now: null, red: isRed ? [...known.red, shownLine(event.name, LONGEST)] : known.red };
  }
  return OVER.has(event.type) && before?.now != null ? { ...before, now: null } : before;
}

/** What it does as a row says it; null for nothing. */
export function preparationWords({ now, red }: Preparation): string | null {
  if (now === null) return null;
  if (now.does === 'setup') return `setting up: ${now.command}`;
  return [`${now.name} beforehand${which(now)}`, ...(red.length > 0 ? [wasRed(red)] : [])].join(', ');
}

/** The same where there is little room. */
export const shortPreparation = ({ now }: Preparation): string | null =>
  now === null ? null : now.does === 'setup' ? 'setting up' : `${now.name} beforehand`;

/** The same as sentences, above the tree. */
export function preparationSentence({ now, red }: Preparation): string | null {
  if (now === null) return null;
  const since = `since ${sinceWhen(now)}`;
  if (now.does === 'setup') return `Setting up the worktree ${since}: ${now.command}.`;
  return [
    `Running ${now.name} before anything is changed, ${since}${which(now)}.`,
    ...(red.length > 0 ? [`${wasRed(red)}.`] : []),
  ].join(' ');
}

/** What was red before an agent began, for as long as it works on. */
export const redSentence = (red: readonly string[]): string => `${wasRed(red)} before anything was changed.`;

/** Nobody counts seconds. */
export const sinceWhen = ({ since }: Step): string => timeOfDay(since).slice(0, -3);

/** Which of several it is. */
const which = ({ n, of }: Extract<Step, { does: 'check' }>): string => (of > 1 ? ` (${n} of ${of})` : '');

const wasRed = (red: readonly string[]): string =>
  `${listed(red, MOST_NAMED)} ${red.length === 1 ? 'was' : 'were'} red`;
