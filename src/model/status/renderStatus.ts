import { frontMatterValue } from './frontMatterValue.ts';
import type { Status, StatusRow } from './status.ts';
import { STATUS_KEYS, TABLE_HEAD, type StatusKey } from './statusTable.ts';

/** STATUS.md, byte for byte (format, section 5). `notes` is taken as it is. */
export function renderStatus(status: Status): string {
  const values: Record<StatusKey, string> = {
    schema: String(status.schema),
    session: frontMatterValue(status.session),
    title: frontMatterValue(status.title),
    workflow: frontMatterValue(status.workflow),
    plan: status.plan,
    branch: frontMatterValue(status.branch),
    isolation: status.isolation,
    base: frontMatterValue(status.base),
    seq: String(status.seq),
    state: status.state,
    // Spelled out: a phase may be called "null", and is then in quotes.
    next: status.next === null ? 'null' : frontMatterValue(status.next),
    updated: status.updated,
  };
  const lines = [
    '---',
    ...STATUS_KEYS.map((key) => `${key}: ${values[key]}`),
    '---',
    '',
    `# ${status.title}`,
    '',
    ...TABLE_HEAD,
    ...status.rows.map(rowLine),
    '',
  ];
  return `${lines.join('\n')}\n${status.notes}`;
}

function rowLine({ number, phase, status, attempt, artifacts, updated }: StatusRow): string {
  const cells = [number, phase, status, attempt, `${artifacts.present}/${artifacts.promised}`];
  return `| ${cells.join(' | ')} |${updated === null ? ' ' : ` ${updated} `}|`;
}
