import { counted } from '../base/listed.ts';
import type { PlannedItems } from '../model/items/plannedItems.ts';

/** Of the phases that a phase will be, how many are shown: `status --json` has all. */
export const MOST_PLANNED = 40;

/** What becomes of a phase that is repeated, where a yes decides about its list, without a stop at the end. */
export function plannedWords({ phase, items, max, problems }: PlannedItems): string {
  if (problems.length > 0) return `${phase} cannot be repeated for its list`;
  if (items.length === 0) return `${phase} will be skipped: its list has no items`;
  const beyond = items.length > max ? `, and may have ${max}: that is asked next` : '';
  return `${phase} will be ${counted(items.length, 'phase')}${beyond}`;
}

type Item = PlannedItems['items'][number];

/** The items that one of them waits for: what all of them need is not said of each. */
export const itemsBefore = ({ needs }: Item, { items }: PlannedItems): readonly Item[] =>
  items.filter(({ id }) => needs.includes(id));
