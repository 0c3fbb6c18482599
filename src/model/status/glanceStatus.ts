import { readFrontMatterValue } from '../parsing/frontMatterValue.ts';
import { oneLine } from '../text/oneLine.ts';
import { readCount } from '../text/words.ts';
import { notesOffset } from './notesOf.ts';
import { STATUS_COLUMNS, STATUS_FIELDS, type StatusGlance, type StatusGlanceRow } from './status.ts';

/** Limits for files made to be slow, or lines made to fill a window. */
const LONGEST = 500_000;
const LONGEST_WORD = 300;

/**
 * Reads STATUS.md leniently, only to show it: accepts newer schemas, unknown words and keys, hand edits and conflicts. Null if
 * it has no front matter. Never throws; its answers are on one line and safe to show.
 */
export function glanceStatus(text: string): StatusGlance | null {
  const bounded = text.slice(0, LONGEST);
  const lines = bounded
    .slice(0, notesOffset(bounded) ?? undefined)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---') return null;
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  const front = frontOf(lines.slice(1, close === -1 ? undefined : close));
  const fields = Object.entries(STATUS_FIELDS).map(([key, { kind }]) => {
    const word = wordOf(front.get(key));
    return [key, word === null ? null : kind.glance(word)];
  });
  const rows = close === -1 ? [] : rowsOf(lines.slice(close).filter((line) => line.startsWith('|')));
  return { ...(Object.fromEntries(fields) as Omit<StatusGlance, 'rows'>), rows };
}

function frontOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const front = new Map<string, string>();
  for (const line of lines) {
    const [, key, written] = /^([A-Za-z_-]+):[ \t]*(.*)$/.exec(line) ?? [];
    // The first of two: in a conflict that is our side.
    if (key !== undefined && written !== undefined && !front.has(key)) front.set(key, written.trim());
  }
  return front;
}

function wordOf(written: string | undefined): string | null {
  if (written === undefined || written === '' || written === 'null' || written === '~') return null;
  const text = oneLine(readFrontMatterValue(written) ?? written).slice(0, LONGEST_WORD);
  return text === '' ? null : text;
}

/** By the names of the columns: every schema has its own. */
function rowsOf(table: readonly string[]): readonly StatusGlanceRow[] {
  const names = cellsOf(table[0] ?? '');
  const columns = Object.entries(STATUS_COLUMNS).map(([key, { name, kind }]) => ({
    key,
    kind,
    at: names.indexOf(name),
  }));
  return table
    .map(cellsOf)
    .filter(([number = '', phase = '']) => readCount(number) !== null && phase !== '')
    .map((cells) => {
      const shown = columns.map(({ key, kind, at }) => [key, kind.glance(cells[at] ?? '')]);
      return Object.fromEntries(shown) as StatusGlanceRow;
    });
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1)
    .split('|')
    .map((cell) => oneLine(cell).slice(0, LONGEST_WORD));
