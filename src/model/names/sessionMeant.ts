import type { SessionId } from './ids.ts';

/**
 * What a session is looked for, where that decides which one is meant. `decide`: to approve or reject. `land-unfinished`: to land it
 * as far as it is. `id`: for something that is recorded under its id. `name`: for good, so that it has to be named.
 */
export type Purpose =
  | 'look'
  | 'decide'
  | 'answer'
  | 'resume'
  | 'land'
  | 'land-unfinished'
  | 'stop'
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
}

/** What the sessions that can be meant have in common; `known`: no more than that they are there. */
export type InCommon = 'waiting' | 'blocked' | 'unfinished' | 'running' | 'done' | 'known';

/** The sessions that can be meant, and what they have in common; none if there is no session. */
export interface Meaning {
  readonly are: InCommon;
  readonly among: readonly SessionId[];
}

/**
 * Which sessions can be meant where none is named: those that it can be about. One on a remote only is meant where there is none with
 * a branch here, and to be resumed also where none of those fits; where none fits, it is the one here that changed last.
 *
 * @param phase the phase that was named; null: none
 */
export function sessionsMeant(
  known: readonly MayBeMeant[],
  purpose: Purpose,
  phase: string | null = null,
): Meaning {
  const found = groupsOf(known, purpose, phase).find(([, among]) => among.length > 0);
  const [are, among] = found ?? ['known', []];
  return { are, among: among.map(({ session }) => session) };
}

type Fits = (one: MayBeMeant) => boolean;
type Tier = readonly [InCommon, Fits];
type Group = readonly [InCommon, readonly MayBeMeant[]];

const isOpen: Fits = ({ state }) => state !== 'done' && state !== 'cancelled';
const isDone: Fits = ({ state }) => state === 'done';
const waits: Fits = ({ state, waiting }) => state === 'waiting' || waiting.length > 0;
/** A permission is answered, and nothing else said of it. */
const waitsForWord: Fits = (one) => waits(one) && (one.waiting.length > 0 || !one.driven);

const UNFINISHED: Tier = ['unfinished', isOpen];
const BLOCKED: Tier = ['blocked', ({ state }) => state === 'blocked'];
const DONE: readonly Tier[] = [
  ['done', (one) => isDone(one) && one.landed !== true],
  ['done', isDone],
];

type ByTiers = Exclude<Purpose, 'look' | 'trust'>;

/** What each can be about: the first of these of which there are any. */
const CAN_BE: Readonly<Record<ByTiers, readonly Tier[]>> = {
  decide: [['waiting', waitsForWord], BLOCKED, UNFINISHED],
  answer: [['waiting', waits], UNFINISHED],
  resume: [['unfinished', (one) => isOpen(one) && !one.driven], UNFINISHED],
  land: [...DONE, UNFINISHED],
  'land-unfinished': [UNFINISHED, ...DONE],
  stop: [['running', ({ driven }) => driven], UNFINISHED],
  id: [UNFINISHED],
  name: [UNFINISHED],
};

function groupsOf(known: readonly MayBeMeant[], purpose: Purpose, phase: string | null): readonly Group[] {
  const own = known.filter(({ remote }) => !remote);
  const fetched = known.filter(({ remote }) => remote);
  const last: Group = ['known', purpose === 'id' ? own : newest(own)];
  const others: Group = ['known', fetched];
  if (purpose === 'trust') return [['unfinished', known.filter(isOpen)], last, others];
  // What was fetched is not shown in the place of what is here.
  if (purpose === 'look')
    return [['unfinished', own.filter(isOpen)], last, ['unfinished', fetched.filter(isOpen)], others];
  // Whoever pushes a branch decides of nothing here that it is passed over, and gets no word that was meant for what is here.
  const mayBe = own.length === 0 || purpose === 'resume' ? [own, fetched] : [own];
  const fitting = mayBe.flatMap((some) =>
    tiersOf(purpose, phase).map(([are, fits]): Group => [are, some.filter(fits)]),
  );
  return [...fitting, last, others];
}

/** Of a word about a phase first those in which that one waits or is blocked. */
function tiersOf(purpose: ByTiers, phase: string | null): readonly Tier[] {
  const tiers = CAN_BE[purpose];
  if (phase === null || (purpose !== 'decide' && purpose !== 'answer')) return tiers;
  const isAt: Fits = ({ state, next, waiting }) =>
    waiting.includes(phase) || (state === 'blocked' && next.includes(phase));
  return [['waiting', isAt], ...tiers];
}

const newest = (own: readonly MayBeMeant[]): readonly MayBeMeant[] =>
  own.toSorted((a, b) => (a.updated < b.updated ? 1 : a.updated > b.updated ? -1 : 0)).slice(0, 1);
