import type { Chosen } from './chooseItems.ts';

/** How much of what was handed on is in the packet. */
export interface Layout {
  /** How many items are given up, in the order of `Chosen.givenUp`. */
  givenUp: number;
  /** Artifacts are shown without their first paragraph. */
  bare: boolean;
  /** Next is only the phase's name. */
  nextBare: boolean;
  /** What is given up is told once, by one line for all sections. */
  once: boolean;
  /** The most that Goal may take of the budget: 1/4, 1/8, 1/16 or 0 (a pointer). */
  goalPart: number;
  /** The same for Constraints, from 1: all that are not given up. Below 0 the section is left out: the line for all sections counts them. */
  constraintsPart: number;
}

type Step = (layout: Layout) => void;

const PARTS = [1 / 8, 1 / 16, 0];

/** The layout that shows everything, except what could never fit. */
const wholeLayout = ({ always }: Chosen): Layout => ({
  givenUp: always,
  bare: false,
  nextBare: false,
  once: false,
  goalPart: 1 / 4,
  constraintsPart: 1,
});

/**
 * The steps that shorten a packet, in order; as many are taken as needed.
 *
 *  1. items are given up one by one, of constraints those beyond their section's share; where only those within their section's share are left, artifacts lose their first paragraphs
 *  2. Next down to the name of the phase; one line for all that was given up
 *  3. Constraints to an eighth, a sixteenth, a pointer, then nothing; Goal to an eighth, a sixteenth and a pointer
 */
export function shorteningSteps({ givenUp, always, beyond }: Chosen): readonly Step[] {
  const giveUp: Step = (layout) => void (layout.givenUp += 1);
  return [
    ...Array<Step>(beyond - always).fill(giveUp),
    (layout) => void (layout.bare = true),
    ...Array<Step>(givenUp.length - beyond).fill(giveUp),
    (layout) => void (layout.nextBare = true),
    (layout) => void (layout.once = true),
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
export function layoutAfter(chosen: Chosen, steps: readonly Step[], taken: number): Layout {
  const layout = wholeLayout(chosen);
  for (const step of steps.slice(0, taken)) step(layout);
  return layout;
}
