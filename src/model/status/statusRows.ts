import { readStatusRow } from './readStatusRow.ts';
import type { StatusRow } from './status.ts';
import type { Line } from './statusLines.ts';
import { TABLE_HEAD } from './statusTable.ts';

/** `unknown`: what is wrong is a word that is in no list. */
type Tell = (line: number, message: string, unknown?: true) => void;

/**
 * Reads what stands between front matter and Notes: the title, the table, and one empty line around each.
 *
 * `title` null: it could not be read, any heading will do.
 */
export function statusRows(title: string | null, lines: readonly Line[], tell: Tell): readonly StatusRow[] {
  const last = lines.at(-1) ?? { number: 1, text: '' };
  const head = ['', title === null ? null : `# ${title}`, '', ...TABLE_HEAD];
  for (const [index, line] of head.entries()) {
    const found = lines[index];
    if (found === undefined) {
      tell(last.number, `the table is cut short: ${JSON.stringify(line ?? 'the title')} must follow`);
      return [];
    }
    if (line !== null && found.text !== line) tell(found.number, `this line must be ${JSON.stringify(line)}`);
  }
  if (lines.length <= head.length + 1) tell(last.number, 'the table has no rows');
  else if (last.text !== '') tell(last.number, 'one empty line must stand below the table');
  return rowsOf(lines.slice(head.length, -1), tell);
}

function rowsOf(lines: readonly Line[], tell: Tell): readonly StatusRow[] {
  const rows: StatusRow[] = [];
  for (const line of lines) {
    const row = readStatusRow(line.text);
    if (!row.ok) {
      tell(line.number, row.error.message, row.error.unknown);
      continue;
    }
    const { phase, number } = row.value;
    if (rows.some((other) => other.phase === phase))
      tell(line.number, `phase "${phase}" is in the table twice`);
    else if (rows.some((other) => other.number === number))
      tell(line.number, `number ${number} is in the table twice`);
    else rows.push(row.value);
  }
  return rows;
}
