import { err, ok, type Result } from '../../base/result.ts';
import type { Line } from '../parsing/engineLines.ts';
import { STATUS_COLUMNS, TABLE_HEAD, type StatusRow } from './status.ts';

/** `unknown`: the problem is an unknown word. */
type Tell = (line: number, message: string, unknown?: true) => void;

/**
 * Reads the part between front matter and Notes: title and table, each surrounded by one empty line.
 *
 * `title` is null if it is unreadable; any heading is accepted then.
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
  const rows = new Map<string, StatusRow>();
  for (const line of lines) {
    const row = readRow(line.text);
    if (!row.ok) {
      tell(line.number, row.error.message, row.error.unknown);
      continue;
    }
    const { phase } = row.value;
    if (rows.has(phase)) tell(line.number, `phase "${phase}" is in the table twice`);
    else rows.set(phase, row.value);
  }
  return [...rows.values()];
}

interface RowProblem {
  readonly message: string;
  readonly unknown?: true;
}

const COLUMNS = Object.entries(STATUS_COLUMNS);
const broken = (message: string): Result<never, RowProblem> => err({ message });

/** One row as the engine writes it. */
function readRow(line: string): Result<StatusRow, RowProblem> {
  if (!line.startsWith('| ') || !line.endsWith('|')) return broken('this line is no row of the table');
  const cells = line.slice(1, -1).split('|');
  if (cells.length !== COLUMNS.length)
    return broken(`the row has ${cells.length} columns, not ${COLUMNS.length}`);
  if (!cells.every((cell) => cell === ' ' || /^ \S(.*\S)? $/.test(cell)))
    return broken('each cell must have one space around its text');
  return rowOf(cells.map((cell) => cell.slice(1, -1)));
}

function rowOf(texts: readonly string[]): Result<StatusRow, RowProblem> {
  const row: Record<string, unknown> = {};
  for (const [index, [key, { called, kind, isNullable }]] of COLUMNS.entries()) {
    const text = texts[index] ?? '';
    const isEmpty = isNullable && text === '';
    row[key] = isEmpty ? null : kind.read(text);
    if (row[key] !== null || isEmpty) continue;
    const message = `${called} must be ${kind.is}, not ${JSON.stringify(text)}`;
    return err(kind.isClosed ? { message, unknown: true } : { message });
  }
  return ok(row as unknown as StatusRow);
}
