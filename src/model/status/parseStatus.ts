import type { Problem } from '../../base/cairnError.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { RecordProblem } from '../parsing/readRecord.ts';
import { migrate } from '../parsing/schema.ts';
import { frontMatterValues, readFrontMatter, type FrontMatter } from '../parsing/readFrontMatter.ts';
import { STATUS_FIELDS, type Status } from './status.ts';
import { engineLines, type Line } from '../parsing/engineLines.ts';
import { statusRows } from './statusRows.ts';
import { tooLong } from '../parsing/tooLong.ts';
import { notesOffset } from './notesOf.ts';
import { readCount } from '../text/words.ts';

/**
 * Reads STATUS.md, strictly: whatever the engine would not have written above Notes is a problem with its line.
 *
 * Never throws and repairs nothing; `parseStatus(renderStatus(status))` is `status`.
 */
export function parseStatus(file: string, text: string): Result<Status, RecordProblem> {
  // Notes are a person's, and nothing in them is parsed.
  const long = tooLong(file, text.slice(0, notesOffset(text) ?? undefined));
  if (long.length > 0) return err({ kind: 'invalid', problems: long });
  const parts = partsOf(file, text);
  const now = migrate('status', text, readCount(parts.front.values.get('schema')?.text ?? ''));
  if (!now.ok) return now;
  return statusIn(file, now.value === text ? parts : partsOf(file, now.value));
}

interface Parts {
  readonly lines: readonly Line[];
  readonly problems: readonly Problem[];
  readonly front: FrontMatter;
  /** Null if there is no line `## Notes`. */
  readonly notes: string | null;
}

function partsOf(file: string, text: string): Parts {
  const end = notesOffset(text);
  const { lines, problems } = engineLines(file, text, end);
  const notes = end === null ? null : text.slice(end);
  return { lines, problems, front: readFrontMatter(file, lines, STATUS_FIELDS), notes };
}

function statusIn(file: string, { lines, problems, front, notes }: Parts): Result<Status, RecordProblem> {
  if (
    !front.values.has('schema') &&
    problems.length === 0 &&
    front.closed &&
    front.problems.every(notAboutSchema)
  ) {
    return err({ kind: 'schema-missing' });
  }
  if (problems.length > 0) return err({ kind: 'invalid', problems });
  // Without its end nothing can be parsed: one problem says more than a dozen.
  if (!front.closed) return err({ kind: 'invalid', problems: front.problems });
  return statusOf(file, front, lines, notes);
}

/** An unreadable schema is not a missing one. */
const notAboutSchema = ({ message }: Problem): boolean => !message.startsWith('"schema"');

/** The first that is no phase of the table; null when all are. */
const unknownIn = (
  next: Status['next'],
  rows: readonly Pick<Status['rows'][number], 'phase'>[],
): string | null => {
  const known = new Set(rows.map(({ phase }) => phase));
  return next?.find((id) => !known.has(id)) ?? null;
};

function statusOf(
  file: string,
  front: FrontMatter,
  lines: readonly Line[],
  notes: string | null,
): Result<Status, RecordProblem> {
  const { values: fields, problems: wrong } = frontMatterValues(file, front, STATUS_FIELDS);
  const problems: Problem[] = [...front.problems, ...wrong];
  const tell = (line: number, message: string, unknown?: true): void =>
    void problems.push({ file, line, column: 1, message, ...(unknown && { unknown }) });
  const told = problems.length;
  const rows = statusRows(fields.title, lines.slice(front.end), tell);
  const next = unknownIn(fields.next, rows);
  // An unreadable row may be the one.
  if (next !== null && rows.length > 0 && problems.length === told) {
    tell(front.values.get('next')?.line ?? 1, `"next" is no phase of the table: ${next}`);
  }
  if (notes === null) tell(lines.at(-1)?.number ?? 1, 'the line "## Notes" is missing');
  if (problems.length > 0 || notes === null) {
    return err({ kind: 'invalid', problems: problems.sort((a, b) => a.line - b.line) });
  }
  return ok({ ...fields, rows, notes });
}
