import { type Entry, renderEntry } from './entry.ts';
import type { CountTokens } from './fitTokens.ts';
import type { PacketDraft } from './packetDraft.ts';
import type { SectionHeading } from './packetHeadings.ts';

/** How much of a draft is in the packet. */
export interface Layout {
  /** How many inherited items, oldest first, become one pointer. */
  readonly folded: Record<SectionHeading, number>;
  /** How many of the phase's own items, from the first, are shown; the rest become one pointer. */
  readonly kept: Record<SectionHeading, number>;
  /** How many of the phase's own artifacts, from the last, are shown without their first paragraph. */
  bare: number;
  /** Next is only the phase's name. */
  nextBare: boolean;
  /** Folded items of earlier phases are told once, by the line that points to the previous packet. */
  earlierOnce: boolean;
  /** Folded items of this phase are told once. */
  ownOnce: boolean;
  /** The most that Goal, and Constraints, may take of the budget: 1/4, 1/8, 1/16 or 0 (a pointer). */
  goalPart: number;
  /** Below 0 the section is left out. */
  constraintsPart: number;
}

type Step = (layout: Layout) => void;

/** What goes first if room is scarce: whatever helps the next phase least. */
const LEAST_FIRST: readonly SectionHeading[] = [
  'Artifacts',
  'Not captured',
  'State of the work',
  'Failed approaches',
  'Open questions',
  'Decisions',
];
const PARTS = [1 / 8, 1 / 16, 0];

/** The layout that shows everything, except what could never fit. */
function wholeLayout({ input, sections }: PacketDraft): Layout {
  const room = input.budget * 8;
  const each = (
    count: (section: PacketDraft['sections']['Next']) => number,
  ): Record<SectionHeading, number> =>
    Object.fromEntries(
      Object.entries(sections).map(([heading, section]) => [heading, count(section)]),
    ) as Record<SectionHeading, number>;
  return {
    folded: each(({ inherited }) => inherited.length - within(inherited.toReversed(), room)),
    kept: each(({ own }) => within(own, room)),
    bare: 0,
    nextBare: false,
    earlierOnce: false,
    ownOnce: false,
    goalPart: 1 / 4,
    constraintsPart: 1 / 4,
  };
}

/**
 * The steps that shorten a packet, in order; as many are taken as needed.
 *
 *  1. what this phase says in one section beyond a quarter of the budget (artifacts lose their first paragraphs first)
 *  2. what came along the chain in one section beyond an eighth of the budget, oldest first
 *  3. what came along the chain, oldest first: Artifacts, Not captured, State of the work, Failed approaches,
 *     Open questions, Decisions
 *  4. what this phase says: first paragraphs of artifacts, then its sections in the same order, their last items first
 *  5. Next down to the name of the phase; one pointer for all that came along the chain; one for all of this phase
 *  6. Constraints to an eighth, a sixteenth, a pointer, then nothing but the pointers of step 5; then Goal to an eighth, a
 *     sixteenth and a pointer
 */
export function shorteningSteps(draft: PacketDraft, cost: CountTokens): readonly Step[] {
  const { budget } = draft.input;
  const start = wholeLayout(draft);
  const size = (entry: Entry): number => cost(renderEntry(entry));
  const kept = (heading: SectionHeading): readonly Entry[] =>
    draft.sections[heading].own.slice(0, start.kept[heading]);
  const open = (heading: SectionHeading): readonly Entry[] =>
    draft.sections[heading].inherited.slice(start.folded[heading]);
  const bareFirst = excess(kept('Artifacts'), budget / 4, size);
  const ownFirst = (heading: SectionHeading): number =>
    excess(
      kept(heading).map((entry) => ({ ...entry, text: entry.short ?? entry.text })),
      budget / 4,
      size,
    );
  const oldFirst = (heading: SectionHeading): number => excess(open(heading).toReversed(), budget / 8, size);

  const steps: Step[] = [];
  const repeat = (times: number, step: Step): void => void steps.push(...Array<Step>(times).fill(step));
  const showBare: Step = (layout) => void (layout.bare += 1);
  const keepLess =
    (heading: SectionHeading): Step =>
    (layout) =>
      void (layout.kept[heading] -= 1);
  const foldMore =
    (heading: SectionHeading): Step =>
    (layout) =>
      void (layout.folded[heading] += 1);
  repeat(bareFirst, showBare);
  for (const heading of [...LEAST_FIRST, 'Next'] as const) repeat(ownFirst(heading), keepLess(heading));
  for (const heading of LEAST_FIRST) repeat(oldFirst(heading), foldMore(heading));
  for (const heading of LEAST_FIRST) repeat(open(heading).length - oldFirst(heading), foldMore(heading));
  repeat(kept('Artifacts').length - bareFirst, showBare);
  for (const heading of [...LEAST_FIRST, 'Next'] as const)
    repeat(kept(heading).length - ownFirst(heading), keepLess(heading));
  return [...steps, ...lastSteps()];
}

function lastSteps(): readonly Step[] {
  return [
    (layout) => void (layout.nextBare = true),
    (layout) => void (layout.earlierOnce = true),
    (layout) => void (layout.ownOnce = true),
    ...[...PARTS, -1].map(
      (part): Step =>
        (layout) =>
          void (layout.constraintsPart = part),
    ),
    ...PARTS.map(
      (part): Step =>
        (layout) =>
          void (layout.goalPart = part),
    ),
  ];
}

/** The layout after the first `taken` steps. */
export function layoutAfter(draft: PacketDraft, steps: readonly Step[], taken: number): Layout {
  const layout = wholeLayout(draft);
  for (const step of steps.slice(0, taken)) step(layout);
  return layout;
}

/** How many entries, from the first on, fit into `room` characters. */
function within(entries: readonly Entry[], room: number): number {
  let sum = 0;
  const end = entries.findIndex((entry) => (sum += entry.text.length) > room);
  return end < 0 ? entries.length : end;
}

/** How many entries are beyond the first `room` tokens. */
function excess(entries: readonly Entry[], room: number, size: (entry: Entry) => number): number {
  let sum = 0;
  const end = entries.findIndex((entry) => (sum += size(entry)) > room);
  return end < 0 ? 0 : entries.length - end;
}
