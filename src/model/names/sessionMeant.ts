import type { InCommon } from '../../base/whichSession.ts';
import type { SessionId } from './ids.ts';

/**
 * What a session is looked for, where that decides which one is meant. `decide`: to approve or reject. `land-unfinished`: to land it
 * as far as it is. `change`: to do to it what can be done to one that is over as well. `id`: for something that is recorded under its
 * id. `name`: the same as `change`, named by nothing less than a whole name.
 */
export type Purpose =
  | 'look'
  | 'decide'
  | 'answer'
  | 'resume'
  | 'land'
  | 'land-unfinished'
  | 'stop'
  | 'steer'
  | 'change'
  | 'trust'
  | 'id'
  | 'name';

/** What decides whether a session can be meant. */
export interface MayBeMeant {
  readonly session: SessionId;
  readonly state: string;
  /** The phases that are worked on or come next. */
  readonly next: readonly string[];
  /** The phases that wait for a person, also while others work. */
  readonly waiting: readonly string[];
  /** True if a process of this machine drives it. One that is driven and `waiting` asks for a permission. */
  readonly driven: boolean;
  /** True if its branch is on a remote only. */
  readonly remote: boolean;
  readonly updated: string;
  /** What it has now was landed here. */
  readonly landed?: boolean;
  /** The last word that was said on a command line of this repository was said to it, a moment ago. */
  readonly spokenTo?: boolean;
}

/** The sessions that can be meant, and what they have in common; none if there is no session. */
export interface Meaning {
  readonly are: InCommon;
  readonly among: readonly SessionId[];
  /** True if it has to be named, although there may be no other one. */
  readonly toName?: true;
}

/**
 * Which sessions can be meant where none is named: those that it can be about. What is on a remote only is never meant, but by whoever
 * looks where nothing else is: it can be listed, to be named.
 *
 * @param phase the phase that was named; null: none
 */
export function sessionsMeant(
  known: readonly MayBeMeant[],
  purpose: Purpose,
  phase: string | null = null,
): Meaning {
  const found = groupsOf(known, purpose, phase).find(({ among }) => among.length > 0);
  if (found === undefined) return { are: 'known', among: [] };
  const among = found.among.map(({ session }) => session);
  return { are: found.are, among, ...(found.toName === true ? { toName: true } : {}) };
}

type Fits = (one: MayBeMeant) => boolean;
type Tier = readonly [InCommon, Fits];
interface Group {
  readonly are: InCommon;
  readonly among: readonly MayBeMeant[];
  readonly toName?: boolean;
}

const isOpen: Fits = ({ state }) => state !== 'done' && state !== 'cancelled';
const isDone: Fits = ({ state }) => state === 'done';
const waits: Fits = ({ state, waiting }) => state === 'waiting' || waiting.length > 0;
/** A permission is answered, and nothing else said of it. */
const waitsForWord: Fits = (one) => waits(one) && (one.waiting.length > 0 || !one.driven);

const UNFINISHED: Tier = ['unfinished', isOpen];
const BLOCKED: Tier = ['blocked', ({ state }) => state === 'blocked'];
const DONE: readonly Tier[] = [
  ['done', (one) => isDone(one) && one.landed !== true],
  ['landed', isDone],
];

/** What each can be about: the first of these of which there are any. */
const CAN_BE: Readonly<Record<Purpose, readonly Tier[]>> = {
  look: [UNFINISHED],
  decide: [['waiting', waitsForWord], BLOCKED, UNFINISHED],
  answer: [['waiting', waits], UNFINISHED],
  resume: [
    // Behind a word that has gone on by itself no other session is begun, as in `cairn approve && cairn resume`.
    ['known', ({ spokenTo }) => spokenTo === true],
    ['unfinished', (one) => isOpen(one) && !one.driven],
    UNFINISHED,
  ],
  land: [...DONE, UNFINISHED],
  'land-unfinished': [UNFINISHED, ...DONE],
  stop: [['running', ({ driven }) => driven], UNFINISHED],
  steer: [['running', ({ driven }) => driven], UNFINISHED],
  change: [UNFINISHED],
  trust: [UNFINISHED],
  id: [UNFINISHED],
  name: [UNFINISHED],
};

/**
 * What is done with the one that changed last, where none fits: it is looked at, or says itself that nothing can be done. Of the others
 * one that is over is meant only where there is no other; for what is recorded under its id, never.
 */
const LAST: Readonly<Record<Purpose, 'newest' | 'only' | 'named'>> = {
  look: 'newest',
  decide: 'newest',
  answer: 'newest',
  resume: 'newest',
  land: 'newest',
  'land-unfinished': 'only',
  stop: 'newest',
  steer: 'newest',
  change: 'only',
  trust: 'newest',
  id: 'named',
  name: 'only',
};

/** Whoever pushes a branch decides of nothing here that it is passed over, and gets no word that was meant for what is here. */
function groupsOf(known: readonly MayBeMeant[], purpose: Purpose, phase: string | null): readonly Group[] {
  const own = known.filter(({ remote }) => !remote);
  const fetched = known.filter(({ remote }) => remote);
  const fitting = tiersOf(purpose, phase).map(([are, fits]): Group => ({ are, among: own.filter(fits) }));
  const last: Group =
    LAST[purpose] === 'newest'
      ? { are: 'known', among: newest(own) }
      : { are: 'over', among: own, toName: LAST[purpose] === 'named' };
  const elsewhere: Group = { are: 'fetched', among: fetched, toName: purpose !== 'look' };
  // What was opened here is trusted: those that can be asked about are elsewhere.
  const toTrust: Group = { ...elsewhere, among: purpose === 'trust' ? fetched.filter(isOpen) : [] };
  return [...fitting, toTrust, last, elsewhere];
}

/** Of a word about a phase first those in which that one waits or is blocked. */
function tiersOf(purpose: Purpose, phase: string | null): readonly Tier[] {
  const tiers = CAN_BE[purpose];
  if (phase === null || (purpose !== 'decide' && purpose !== 'answer')) return tiers;
  const isAt: Fits = ({ state, next, waiting }) =>
    waiting.includes(phase) || (state === 'blocked' && next.includes(phase));
  return [['waiting', isAt], ...tiers];
}

const newest = (own: readonly MayBeMeant[]): readonly MayBeMeant[] =>
  own.toSorted((a, b) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0)).slice(0, 1);
