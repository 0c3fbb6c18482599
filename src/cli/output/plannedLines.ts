import { counted } from '../../base/listed.ts';
import type { StatusView } from '../../session/results.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';

type Planned = NonNullable<NonNullable<StatusView['question']>['expands']>[number];

const MOST_SHOWN = 40;

/** What a phase that is repeated will be, item by item, where a yes decides about its list. */
export function plannedLines({ phase, items, max, problems }: Planned, style: Style): readonly string[] {
  if (problems.length > 0)
    return [`${phase} cannot be repeated for its list:`, ...problems.map((why) => `  - ${plainLine(why)}`)];
  if (items.length === 0) return [`${phase} will be skipped: its list has no items.`];
  const beyond = items.length > max ? `, and may have ${max}: that is asked next` : '';
  const more = items.length - MOST_SHOWN;
  return [
    `${phase} will be ${counted(items.length, 'phase')}${beyond}:`,
    ...items.slice(0, MOST_SHOWN).map((item) => `  ${itemLine(item, items, style)}`),
    ...(more > 0 ? [style.dim(`  … ${more} more: status --json`)] : []),
  ];
}

/** What all of them need is not said of each. */
function itemLine(
  { id, title, needs }: Planned['items'][number],
  all: Planned['items'],
  style: Style,
): string {
  const own = needs.filter((need) => all.some((one) => one.id === need));
  const after = own.length === 0 ? '' : style.dim(` after ${own.join(', ')}`);
  return `${id}${title === null ? '' : `  ${plainLine(title)}`}${after}`;
}
