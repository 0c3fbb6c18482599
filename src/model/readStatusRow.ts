import { err, ok, type Result } from '../base/result.ts';
import type { PhaseId, Timestamp } from './ids.ts';
import { PHASE_STATUSES, type StatusRow } from './status.ts';
import { PHASE_ID, readCount, TIMESTAMP } from './words.ts';

/** Reads one row of the phase table as the engine writes it; the error says what is wrong with it. */
export function readStatusRow(line: string): Result<StatusRow, string> {
  if (!line.startsWith('| ') || !line.endsWith('|')) return err('this line is no row of the table');
  const cells = line.slice(1, -1).split('|');
  if (cells.length !== 6) return err(`the row has ${cells.length} columns, not 6`);
  const [number = '', phase = '', status = '', attempt = '', artifacts = '', updated = ''] = cells.map(
    (cell) => cell.slice(1, -1),
  );
  if (cells.some((cell) => cell !== ' ' && !/^ \S(.*\S)? $/.test(cell)))
    return err('each cell must have one space around its text');
  if (!readCount(number)) return err(`"#" must be a number from 1, not ${JSON.stringify(number)}`);
  if (!PHASE_ID.test(phase)) return err(`${JSON.stringify(phase)} is no phase id`);
  const known = PHASE_STATUSES.find((word) => word === status);
  if (known === undefined)
    return err(`the status must be one of ${PHASE_STATUSES.join(', ')}, not ${JSON.stringify(status)}`);
  const tried = readCount(attempt);
  if (tried === null) return err(`the attempt must be a number, not ${JSON.stringify(attempt)}`);
  const [present, promised, more] = artifacts.split('/').map(readCount);
  if (present == null || promised == null || more !== undefined || present > promised) {
    return err(`the artifacts must be such as 1/2, not ${JSON.stringify(artifacts)}`);
  }
  if (updated !== '' && !TIMESTAMP.test(updated))
    return err(`the time must be such as 2026-11-20T10:01:22.123Z, not ${JSON.stringify(updated)}`);
  return ok({
    number: Number(number),
    phase: phase as PhaseId,
    status: known,
    attempt: tried,
    artifacts: { present, promised },
    updated: updated === '' ? null : (updated as Timestamp),
  });
}
