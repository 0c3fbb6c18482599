import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { withRow } from '../../record/rows.ts';
import { afterClosing } from './afterClosing.ts';
import { askOfStop } from './askOfStop.ts';
import type { Closing } from './closing.ts';
import { handOn } from './handOn.ts';
import { reviewOf } from './reviewPacket.ts';

/** The one way in which a phase is closed, whoever says that it is done: by its gate, or by a person. */
export async function publishClosed(drive: Drive, closing: Closing): Promise<Drive> {
  const { kind, phase, row, record, at, tree, normalised } = closing;
  const done = withRow(drive.record.status.rows, phase.id, { ...row, status: 'done', updated: at });
  const decided = await afterClosing(drive, closing, done);
  if ('do' in decided) return publishCheckpoint(drive, askOfStop(drive, closing, decided));
  const { stopped, ...after } = decided;
  const handedOn = await handOn(drive.world, drive.record, { ...closing, rows: after.rows });
  const closed = { kind, ...after, record, ...handedOn, work: { publish: tree } };
  const { packet } = handedOn;
  const review = await reviewOf(drive, { ...closing, ...after, packet });
  return publishCheckpoint(drive, {
    ...(review ?? closed),
    phase: phase.id,
    attempt: row.attempt,
    normalised,
    subject: closing.subject(review !== null),
    body: [closing.body, ...(stopped === null || review !== null ? [] : [stopped])].join('\n\n'),
  });
}
