import type { PlannedItems } from '../../model/items/plannedItems.ts';
import { itemsBefore, MOST_PLANNED, plannedWords } from '../../sentences/plannedWords.ts';
import { plainLine } from '../terminal/plainText.ts';
import type { Style } from '../terminal/style.ts';
import { textWidth } from '../terminal/textWidth.ts';

/** What a phase that is repeated will be, item by item, where a yes decides about its list. */
export function plannedLines(planned: PlannedItems, style: Style): readonly string[] {
  const { items, problems } = planned;
  const words = plannedWords(planned);
  if (problems.length > 0) return [`${words}:`, ...problems.map((why) => `  - ${plainLine(why)}`)];
  if (items.length === 0) return [`${words}.`];
  const more = items.length - MOST_PLANNED;
  return [
    `${words}:`,
    ...tableOf(planned, style),
    ...(more > 0 ? [style.dim(`  … ${more} more: status --json`)] : []),
  ];
}

/** Ids in a column; of titles only those that are usual make another, so that a long one moves no need out of sight. */
function tableOf(planned: PlannedItems, style: Style): readonly string[] {
  const lines = planned.items.slice(0, MOST_PLANNED).map((item) => ({
    id: item.id,
    title: plainLine(item.title ?? ''),
    own: itemsBefore(item, planned).map(({ id }) => id),
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
