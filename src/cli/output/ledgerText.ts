import { SECTION_WORDS } from '../../model/ledger/ledgerSections.ts';
import type { LedgerEntry } from '../../session/results.ts';
import type { Context } from '../commands/command.ts';
import { plain, plainLine } from '../terminal/plainText.ts';
import { fillLines } from './fillLines.ts';

/** The items by section, each with its id, which names its phase. On a terminal lines are wrapped; in a pipe an item is one. */
export function ledgerText(
  items: readonly LedgerEntry[],
  ofAll: number,
  { style, terminal, width }: Pick<Context, 'style' | 'terminal' | 'width'>,
): string {
  if (items.length === 0)
    return ofAll === 0 ? 'Nothing has been handed on yet.' : `No item matches; there are ${ofAll}.`;
  const columns = terminal.out.isTerminal ? width : Number.POSITIVE_INFINITY;
  const ids = new Map(items.map((entry) => [entry, plainLine(entry.id)]));
  const widest = Math.max(...[...ids.values()].map((id) => id.length));
  const parts = Object.entries(SECTION_WORDS).flatMap(([heading, word]) => {
    const own = items.filter(({ section }) => section === word);
    if (own.length === 0) return [];
    const lines = own.map((entry) => {
      const text = itemText(entry, columns - widest - 4, ' '.repeat(widest + 4));
      const id = ids.get(entry) ?? '';
      return `  ${style.dim(id)}${' '.repeat(widest - id.length + 2)}${isOver(entry) ? style.dim(text) : text}`;
    });
    return [`${style.bold(heading)}\n${lines.join('\n')}`];
  });
  return parts.join('\n\n');
}

const isOver = ({ closedBy, removedBy }: LedgerEntry): boolean => closedBy !== null || removedBy !== null;

/** Its lines below each other, what became of it behind the last. */
function itemText(entry: LedgerEntry, columns: number, indent: string): string {
  const said = `${plain(entry.text)}${becameOf(entry)}`.split('\n');
  return said
    .map((line) => fillLines(line.split(' '), { width: Math.max(20, columns) }))
    .join('\n')
    .replaceAll('\n', `\n${indent}`);
}

function becameOf({ closedBy, removedBy, section }: LedgerEntry): string {
  if (closedBy !== null && section === 'artifacts') return ` (handed on anew: ${plainLine(closedBy)})`;
  if (closedBy !== null) return ` (closed by ${plainLine(closedBy)})`;
  if (removedBy !== null) return ` (taken out by a person after ${plainLine(removedBy)})`;
  return section === 'questions' ? ' (open)' : '';
}
