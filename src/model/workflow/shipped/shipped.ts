import type { PhaseId } from '../../names/ids.ts';

/** The workflows that come with Cairn, the one to begin with first. */
export type ShippedName = 'feature' | 'fix' | 'refactor' | 'review';

/** A workflow that comes with Cairn, as a list shows it: what it says itself, without reading it. */
export interface Shipped {
  readonly name: ShippedName;
  readonly title: string;
  readonly description: string;
  readonly phases: readonly ShippedPhase[];
}

export interface ShippedPhase {
  readonly id: PhaseId;
  /** A person approves it. */
  readonly asks: boolean;
  /** The project's own checks are run. */
  readonly isChecked: boolean;
  /** It is there once for each task of the plan. */
  readonly isRepeated: boolean;
  /** The phase that it sends the work back to. */
  readonly sendsBackTo: PhaseId | null;
}

const phase = (id: string, over: Partial<Omit<ShippedPhase, 'id'>> = {}): ShippedPhase => ({
  id: id as PhaseId,
  asks: false,
  isChecked: false,
  isRepeated: false,
  sendsBackTo: null,
  ...over,
});
const PLAN = phase('plan', { asks: true });
const verify = (to: string): ShippedPhase => phase('verify', { isChecked: true, sendsBackTo: to as PhaseId });

export const SHIPPED: Readonly<Record<ShippedName, Shipped>> = {
  feature: {
    name: 'feature',
    title: 'A feature',
    description: 'Plan a change, make it, and verify it against the request.',
    phases: [PLAN, phase('implement', { isChecked: true }), verify('implement')],
  },
  fix: {
    name: 'fix',
    title: 'A bug',
    description: 'Show a bug by a test that fails, fix its cause, and verify that it is gone.',
    phases: [phase('reproduce'), phase('fix', { isChecked: true }), verify('fix')],
  },
  refactor: {
    name: 'refactor',
    title: 'A refactoring',
    description:
      'Split a refactoring into tasks, do them side by side, and verify that the behaviour is the same.',
    phases: [PLAN, phase('change', { isChecked: true, isRepeated: true }), verify('change')],
  },
  review: {
    name: 'review',
    title: 'A review',
    description: 'Look for mistakes, try to prove each of them wrong, and report those that stand.',
    phases: [phase('survey'), phase('review'), phase('confirm', { isChecked: true })],
  },
};

/** The workflow of this name that comes with Cairn; null if there is none. */
export const shippedCalled = (name: string): Shipped | null =>
  Object.values(SHIPPED).find((shipped) => shipped.name === name) ?? null;
