import { err, ok, type Result } from '../../base/result.ts';
import type { PhaseId, Timestamp } from '../names/ids.ts';
import { PHASE_STATUSES, type PhaseStatus, type StatusRow } from './status.ts';
import { PHASE_ID, readCount, TIMESTAMP } from '../text/words.ts';

/** What a cell of each column must hold, and how that is said. */
const COLUMNS: readonly (readonly [is: (text: string) => boolean, expected: string])[] = [
  [(text) => (readCount(text) ?? 0) > 0, '"#" must be a number from 1'],
  [(text) => PHASE_ID.test(text), 'the phase must be a phase id'],
  [
    (text) => PHASE_STATUSES.some((word) => word === text),
    `the status must be one of ${PHASE_STATUSES.join(', ')}`,
  ],
  [(text) => readCount(text) !== null, 'the attempt must be a number'],
  [(text) => readPart(text) !== null, 'the artifacts must be such as 1/2'],
  [(text) => text === '' || TIMESTAMP.test(text), 'the time must be such as 2026-11-20T10:01:22.123Z'],
];

/** What is wrong with a row. */
export interface RowProblem {
  readonly message: string;
  /** Its status is a word of no list. */
  readonly unknown?: true;
}

const STATUS_COLUMN = 2;
const broken = (message: string): Result<never, RowProblem> => err({ message });

/** Reads one row of the phase table as the engine writes it; the error says what is wrong with it. */
export function readStatusRow(line: string): Result<StatusRow, RowProblem> {
  if (!line.startsWith('| ') || !line.endsWith('|')) return broken('this line is no row of the table');
  const cells = line.slice(1, -1).split('|');
  if (cells.length !== COLUMNS.length)
    return broken(`the row has ${cells.length} columns, not ${COLUMNS.length}`);
  if (!cells.every((cell) => cell === ' ' || /^ \S(.*\S)? $/.test(cell))) {
    return broken('each cell must have one space around its text');
  }
  const texts = cells.map((cell) => cell.slice(1, -1));
  const wrong = COLUMNS.findIndex(([is], index) => !is(texts[index] ?? ''));
  if (wrong === -1) return ok(rowOf(texts));
  const message = `${COLUMNS[wrong]?.[1] ?? ''}, not ${JSON.stringify(texts[wrong])}`;
  return err(wrong === STATUS_COLUMN ? { message, unknown: true } : { message });
}

/** Of cells that hold what their columns must. */
function rowOf([number, phase, status, attempt, artifacts = '', updated]: readonly string[]): StatusRow {
  return {
    number: Number(number),
    phase: phase as PhaseId,
    status: status as PhaseStatus,
    attempt: Number(attempt),
    artifacts: readPart(artifacts) ?? { present: 0, promised: 0 },
    updated: updated === '' ? null : (updated as Timestamp),
  };
}

/** `present/promised`, the first not more than the second. */
function readPart(text: string): { readonly present: number; readonly promised: number } | null {
  const [present, promised, ...more] = text.split('/').map(readCount);
  if (typeof present !== 'number' || typeof promised !== 'number' || more.length > 0) return null;
  return present > promised ? null : { present, promised };
}
