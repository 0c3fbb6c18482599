import { counted } from '../../base/listed.ts';
import type { StatusView } from '../../session/results.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { textWidth } from '../terminal/textWidth.ts';

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
    ...tableOf(items.slice(0, MOST_SHOWN), items, style),
    ...(more > 0 ? [style.dim(`  … ${more} more: status --json`)] : []),
  ];
}

/** Ids in a column; of titles only those that are usual make another, so that a long one moves no need out of sight. */
function tableOf(shown: Planned['items'], all: Planned['items'], style: Style): readonly string[] {
  const lines = shown.map(({ id, title, needs }) => ({
    id,
    title: plainLine(title ?? ''),
    // What all of them need is not said of each.
    own: needs.filter((need) => all.some((one) => one.id === need)),
  }));
  const ids = Math.max(...lines.map(({ id }) => textWidth(id)));
  const titles = Math.max(...lines.map(({ title }) => Math.min(textWidth(title), WIDEST_TITLE)));
  return lines.map(({ id, title, own }) => {
    const named = `  ${padded(id, ids)}  ${padded(title, titles)}`.trimEnd();
    if (own.length === 0) return named;
    const after = style.dim(`(after ${own.join(', ')})`);
    return `${padded(named, ids + titles + 4)}  ${after}`;
  });
}

const WIDEST_TITLE = 40;

const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - textWidth(text)));
