import type { Problem } from '../base/cairnError.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from './ids.ts';
import { readFrontMatter, type FrontMatter } from './readFrontMatter.ts';
import type { RecordProblem } from './recordProblem.ts';
import { SESSION_STATES, type Status, type StatusRow } from './status.ts';
import { engineLines, type Line } from './statusLines.ts';
import { readStatusRow } from './readStatusRow.ts';
import { notesOffset, STATUS_KEYS, TABLE_HEAD, type StatusKey } from './statusTable.ts';
import { OBJECT_ID, PHASE_ID, PLAN_HASH, readCount, SESSION_ID, TIMESTAMP, WORKFLOW_NAME } from './words.ts';

/**
 * Reads STATUS.md, strictly: whatever the engine would not have written above Notes is a problem with its line.
 *
 * Never throws and repairs nothing; `parseStatus(renderStatus(status))` is `status`.
 */
export function parseStatus(file: string, text: string): Result<Status, RecordProblem> {
  const end = notesOffset(text);
  const { lines, problems } = engineLines(file, text, end);
  const front = readFrontMatter(file, lines);
  const schema = front.values.get('schema');
  if (schema !== undefined) {
    const found = readCount(schema.text);
    if (found !== null && found > 1) return err({ kind: 'newer-schema', found });
  } else if (problems.length === 0 && front.closed) return err({ kind: 'schema-missing' });
  if (problems.length > 0) return err({ kind: 'invalid', problems });
  // Without its end nothing can be told from anything: one problem says more than a dozen.
  if (!front.closed) return err({ kind: 'invalid', problems: front.problems });
  const status = statusOf(file, front, lines, end === null ? null : text.slice(end));
  return 'problems' in status ? err({ kind: 'invalid', problems: status.problems }) : ok(status);
}

function statusOf(
  file: string,
  front: FrontMatter,
  lines: readonly Line[],
  notes: string | null,
): Status | { problems: readonly Problem[] } {
  const problems: Problem[] = [...front.problems];
  const read = <T>(key: StatusKey, reader: (text: string) => T | null, expected: string): T => {
    const found = front.values.get(key);
    const value = found === undefined ? null : reader(found.text);
    if (found !== undefined && value === null) {
      problems.push({
        file,
        line: found.line,
        column: key.length + 3,
        message: `"${key}" must be ${expected}, not ${JSON.stringify(found.text.slice(0, 80))}`,
      });
    }
    // Only used when there is no problem.
    return value as T;
  };
  const fields = {
    schema: read('schema', (text) => (text === '1' ? (1 as const) : null), '1'),
    session: read('session', matching<SessionId>(SESSION_ID), 'a session id'),
    title: read('title', (text) => (text.trim() === '' ? null : text), 'text'),
    workflow: read('workflow', matching(WORKFLOW_NAME), 'the name of a workflow'),
    plan: read('plan', matching(PLAN_HASH), 'sha256: and 64 hexadecimal digits'),
    branch: read('branch', matching(/^[^\s]+$/), 'the name of a branch'),
    isolation: read('isolation', oneOf(['worktree', 'in-place'] as const), 'worktree or in-place'),
    base: read('base', matching<CommitId>(OBJECT_ID), 'the full id of a commit'),
    seq: read('seq', (text) => readCount(text) || null, 'a number from 1'),
    state: read('state', oneOf(SESSION_STATES), `one of ${SESSION_STATES.join(', ')}`),
    next: read(
      'next',
      (text) => (PHASE_ID.test(text) ? { id: text as PhaseId } : null),
      'the id of a phase or null',
    ),
    updated: read('updated', matching<Timestamp>(TIMESTAMP), 'a time such as 2026-11-20T10:01:22.123Z'),
  };
  for (const key of STATUS_KEYS) {
    if (!front.values.has(key) && !front.problems.some((problem) => problem.message.startsWith(`"${key}"`))) {
      problems.push({ file, line: front.end, column: 1, message: `"${key}" is missing in the front matter` });
    }
  }
  const next = front.values.get('next')?.isNull === true ? null : (fields.next?.id ?? null);
  const rows = bodyOf(file, fields.title, lines.slice(front.end), problems);
  if (next !== null && rows.length > 0 && !rows.some((row) => row.phase === next)) {
    problems.push({
      file,
      line: front.values.get('next')?.line ?? 1,
      column: 7,
      message: `"next" is no phase of the table: ${next}`,
    });
  }
  if (notes === null)
    problems.push({
      file,
      line: lines.at(-1)?.number ?? 1,
      column: 1,
      message: 'the line "## Notes" is missing',
    });
  return problems.length > 0 || notes === null
    ? { problems: problems.sort((a, b) => a.line - b.line) }
    : { ...fields, next, rows, notes };
}

/** What stands between front matter and Notes: the title, the table, and one empty line around each. */
function bodyOf(
  file: string,
  title: string | null,
  lines: readonly Line[],
  problems: Problem[],
): readonly StatusRow[] {
  const last = lines.at(-1)?.number ?? 1;
  const tell = (line: number, message: string): void =>
    void problems.push({ file, line, column: 1, message });
  const expected = ['', title === null ? null : `# ${title}`, '', ...TABLE_HEAD];
  for (const [index, line] of expected.entries()) {
    const found = lines[index];
    if (found === undefined) {
      tell(last, `the file ends where ${JSON.stringify(line ?? 'the title')} should be`);
      return [];
    }
    if (line !== null && found.text !== line) tell(found.number, `this line must be ${JSON.stringify(line)}`);
  }
  const rows: StatusRow[] = [];
  for (const line of lines.slice(expected.length, -1)) {
    const row = readStatusRow(line.text);
    if (!row.ok) tell(line.number, row.error);
    else if (rows.some((other) => other.phase === row.value.phase))
      tell(line.number, `phase "${row.value.phase}" is in the table twice`);
    else if (rows.some((other) => other.number === row.value.number))
      tell(line.number, `number ${row.value.number} is in the table twice`);
    else rows.push(row.value);
  }
  if (lines.length <= expected.length + 1) tell(last, 'the table has no rows');
  const end = lines.at(-1);
  if (lines.length > expected.length && end !== undefined && end.text !== '')
    tell(end.number, 'one empty line must stand below the table');
  return rows;
}

const matching =
  <T extends string = string>(pattern: RegExp) =>
  (text: string): T | null =>
    pattern.test(text) ? (text as T) : null;
const oneOf =
  <T extends string>(words: readonly T[]) =>
  (text: string): T | null =>
    words.find((word) => word === text) ?? null;
