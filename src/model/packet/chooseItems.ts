import { type HandedItem, stillHolds } from '../ledger/foldLedgers.ts';
import { wordsKey } from '../ledger/itemKey.ts';
import { namesAny } from './ahead.ts';
import type { CountTokens } from './fitTokens.ts';
import { SECTION_HEADINGS, type SectionHeading } from './packetHeadings.ts';
import type { PacketInput } from './packetInput.ts';
import { shownItem } from './shownItem.ts';

/** What matters most to the next phase, among items of one phase. */
const MOST_FIRST: readonly SectionHeading[] = [
  'Constraints',
  'Next',
  'Decisions',
  'Open questions',
  'Failed approaches',
  'State of the work',
  'Not captured',
  'Artifacts',
];

/** The items that a packet is chosen from. */
export interface Chosen {
  /** By section, oldest first. */
  readonly sections: Readonly<Record<SectionHeading, readonly HandedItem[]>>;
  /** Constraints in the order in which they stay. */
  readonly constraints: readonly HandedItem[];
  /** All others, and constraints beyond their share, in the order in which they are given up where room is scarce. */
  readonly givenUp: readonly HandedItem[];
  /** How many of those are too many whatever else there is. */
  readonly always: number;
  /** How many of those are beyond their section's share. */
  readonly beyond: number;
}

/**
 * Puts what still holds in the order in which it stays: what names a path, an artifact or a phase of the next phases' definitions,
 * before newer, before older; what a later item of its section says in the same words goes before all others. What one section holds beyond a quarter of the budget comes last, constraints first of that, so that no
 * wordy one pushes out the others. Advice for the next phase is that of the newest one, and of those that the next ones need, as each gave it last.
 */
export function chooseItems({ items, ahead, advisers, budget }: PacketInput, cost: CountTokens): Chosen {
  const newest = items.at(-1)?.order ?? 0;
  const last = new Map(items.map(({ label, order }) => [label, order]));
  const isAdvice = ({ label, order }: HandedItem): boolean =>
    order === newest || (advisers.has(label) && order === last.get(label));
  const live = items.filter((item) => stillHolds(item) && (item.section !== 'Next' || isAdvice(item)));
  const isNamed = namesAny(ahead);
  const saidAgain = earlierWords(live);
  const ranked = live
    .map((item, at) => ({ item, at, named: isNamed(item.text), again: saidAgain.has(item) }))
    .toSorted(
      (a, b) =>
        Number(a.again) - Number(b.again) ||
        Number(b.named) - Number(a.named) ||
        b.item.order - a.item.order ||
        MOST_FIRST.indexOf(a.item.section) - MOST_FIRST.indexOf(b.item.section) ||
        a.at - b.at,
    )
    .map(({ item }) => item);
  const sections = Object.fromEntries(
    SECTION_HEADINGS.map((heading) => [heading, live.filter(({ section }) => section === heading)]),
  ) as unknown as Chosen['sections'];
  const constraints = ranked.filter(({ section }) => section === 'Constraints');
  const others = ranked.filter(({ section }) => section !== 'Constraints');
  const isBeyond = excess(ranked, budget, cost);
  const beyond = [...constraints, ...others].filter((item) => isBeyond.has(item));
  const within = others.filter((item) => !isBeyond.has(item));
  const givenUp = [...within, ...beyond].reverse();
  return { sections, constraints, givenUp, always: tooMany(beyond, budget), beyond: beyond.length };
}

/** Items whose words a later one of their section repeats, as agents do with what a packet told them. */
function earlierWords(items: readonly HandedItem[]): ReadonlySet<HandedItem> {
  const latest = new Map<string, HandedItem>();
  const earlier = new Set<HandedItem>();
  for (const item of items) {
    const key = `${item.section}\n${wordsKey(item.text)}`;
    const before = latest.get(key);
    if (before !== undefined) earlier.add(before);
    latest.set(key, item);
  }
  return earlier;
}

/** What each section has beyond its quarter, in the same order. Counted only as far as it could fit: a long session has megabytes. */
function excess(ranked: readonly HandedItem[], budget: number, cost: CountTokens): ReadonlySet<HandedItem> {
  const room = new Map(SECTION_HEADINGS.map((heading) => [heading, budget / 4]));
  const beyond = new Set<HandedItem>();
  for (const item of ranked) {
    const left = room.get(item.section) ?? 0;
    const rest = left <= 0 ? left : left - cost(`- ${shownItem(item, budget, true)}`);
    room.set(item.section, rest);
    if (rest <= 0) beyond.add(item);
  }
  return beyond;
}

/** How many items, from the last, could not fit if there were nothing else. */
function tooMany(ranked: readonly HandedItem[], budget: number): number {
  let characters = 0;
  const end = ranked.findIndex(({ text }) => (characters += text.length) > budget * 8);
  return end < 0 ? 0 : ranked.length - end;
}
