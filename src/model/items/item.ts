import type { PhaseId } from '../names/ids.ts';

/** Items are kept in a record of the session, and each has a row in its table. */
export const MOST_ITEMS = 4000;

/** One entry of the list that a phase with `forEach` is repeated for. */
export interface Item {
  /** The phase that does it: `<template>-<item>`. */
  readonly phase: PhaseId;
  /** What other items call it; null if it has no id. */
  readonly id: string | null;
  /** The phases of the items that it needs. */
  readonly needs: readonly PhaseId[];
  /** As the file has it. */
  readonly value: unknown;
}

/** What a phase with `forEach` became. */
export interface Expansion {
  readonly template: PhaseId;
  /** In the order of the list; empty: there was nothing to do. */
  readonly items: readonly Item[];
}
