import type { Field } from '../parsing/recordTable.ts';
import { renderFrontMatter } from '../parsing/frontMatterValue.ts';
import { STATUS_COLUMNS, STATUS_FIELDS, TABLE_HEAD, type Status, type StatusRow } from './status.ts';

/** STATUS.md, byte for byte. `notes` is taken as it is. */
export function renderStatus(status: Status): string {
  const lines = [
    ...renderFrontMatter(STATUS_FIELDS, status),
    '',
    `# ${status.title}`,
    '',
    ...TABLE_HEAD,
    ...status.rows.map(rowLine),
    '',
  ];
  return `${lines.join('\n')}\n${status.notes}`;
}

const COLUMNS = Object.entries(STATUS_COLUMNS) as readonly (readonly [keyof StatusRow, Field])[];

function rowLine(row: StatusRow): string {
  const cells = COLUMNS.map(([key, { kind }]) => (row[key] === null ? ' ' : ` ${kind.write(row[key])} `));
  return `|${cells.join('|')}|`;
}
