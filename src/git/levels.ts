import { CairnError } from '../base/cairnError.ts';
import { MOST_PLACES } from '../model/names/treeFaults.ts';

/** How many folders to request at once: the reader answers many in one go. */
const TOGETHER = 512;

/**
 * Breadth-first walk: looks at each level in parallel batches, then asks for the next level in order. `next` answers null to
 * stop. Ends with the first failure.
 */
export async function byLevels<T, R>(
  first: readonly T[],
  look: (one: T) => Promise<R>,
  next: (looked: R, depth: number) => readonly T[] | null,
): Promise<void> {
  let level = first;
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: T[] = [];
    for (let at = 0; at < level.length; at += TOGETHER)
      for (const looked of await Promise.all(level.slice(at, at + TOGETHER).map(look))) {
        const steps = next(looked, depth);
        if (steps === null) return;
        for (const step of steps) below.push(step);
      }
    level = below;
  }
}

/** A walk over the places of a tree, or over those at which two trees differ. */
export interface Places<Step, Read> {
  /** Tells apart what is read: places that hold the same are read once. */
  readonly key: (step: Step) => string;
  readonly read: (step: Step) => Promise<Read>;
  /** How many names were read. */
  readonly size: (read: Read) => number;
  /** Takes what is at a place. */
  readonly take: (step: Step, read: Read) => void;
  /** The places below. */
  readonly below: (step: Step, read: Read) => readonly Step[];
}

/** Below this a level that repeats itself takes no memory worth counting for. */
const FEW = 1000;

/**
 * Goes through every place, level by level. Throws `data/unsafe-tree` for more than any real repository has.
 *
 * A few trees that repeat each other can name more places than memory holds: below a level that repeats itself all places are
 * counted first, tree by tree.
 *
 * @param tree named in the error
 */
export async function walkPlaces<Step, Read>(
  tree: string,
  first: Step,
  places: Places<Step, Read>,
): Promise<void> {
  const count = countdown(tree);
  for (let steps: readonly Step[] = [first]; steps.length > 0;) {
    const level = group(
      places,
      steps.map((step) => [step, 1]),
    );
    const found = await readLevel(places, level);
    if (steps.length > FEW && level.size * 2 < steps.length) await countBelow(places, level, count.again());
    const read = steps.map((step) => [step, found.get(places.key(step)) as Read] as const);
    for (const [, answer] of read) count.down(places.size(answer));
    for (const [step, answer] of read) places.take(step, answer);
    steps = read.flatMap(([step, answer]) => places.below(step, answer));
  }
}

/** What is read once, by key: one of its places, and how many it has. */
type Level<Step> = ReadonlyMap<string, { readonly step: Step; readonly times: number }>;

function group<Step>(
  { key }: Pick<Places<Step, never>, 'key'>,
  steps: readonly (readonly [step: Step, times: number])[],
): Level<Step> {
  const level = new Map<string, { step: Step; times: number }>();
  for (const [step, times] of steps) {
    const known = level.get(key(step));
    if (known === undefined) level.set(key(step), { step, times });
    else known.times += times;
  }
  return level;
}

async function readLevel<Step, Read>(
  { read }: Pick<Places<Step, Read>, 'read'>,
  level: Level<Step>,
): Promise<ReadonlyMap<string, Read>> {
  const found = new Map<string, Read>();
  const all = [...level];
  for (let at = 0; at < all.length; at += TOGETHER) {
    const batch = all.slice(at, at + TOGETHER);
    const answers = await Promise.all(batch.map(async ([key, { step }]) => [key, await read(step)] as const));
    for (const [key, answer] of answers) found.set(key, answer);
  }
  return found;
}

/** Counts a level and all below it without going through them. */
async function countBelow<Step, Read>(
  places: Places<Step, Read>,
  from: Level<Step>,
  count: Countdown,
): Promise<void> {
  for (let level = from; level.size > 0;) {
    const found = await readLevel(places, level);
    const below: (readonly [Step, number])[] = [];
    for (const [key, { step, times }] of level) {
      const answer = found.get(key) as Read;
      count.down(places.size(answer) * times);
      for (const next of places.below(step, answer)) below.push([next, times]);
    }
    level = group(places, below);
  }
}

interface Countdown {
  /** Throws once there were too many. */
  down(places: number): void;
  /** Another that begins where this one is. */
  again(): Countdown;
}

function countdown(tree: string, most = MOST_PLACES): Countdown {
  let left = most;
  return {
    down(places) {
      left -= places;
      if (left < 0)
        throw new CairnError('data/unsafe-tree', {
          commit: null,
          tree,
          entries: [{ path: '', why: 'too-many' }],
        });
    },
    again: () => countdown(tree, left),
  };
}
