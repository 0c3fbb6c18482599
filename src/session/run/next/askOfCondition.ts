import { LOOK_AGAIN, RUN_IT, SKIP_IT } from '../../../model/graph/conditionAnswers.ts';
import type { NextStep } from '../../../model/graph/planNext.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** A condition over a file that cannot be read is no condition that is not met: a person says. */
export async function askOfCondition(
  drive: Drive,
  { phase, file, why }: Extract<NextStep, { do: 'ask' }>,
): Promise<Drive> {
  const row = rowOf(drive.record.status.rows, phase.id);
  const at = drive.world.clock.now();
  return publishCheckpoint(drive, {
    kind: 'waiting',
    phase: phase.id,
    attempt: row.attempt,
    state: 'waiting',
    next: phase.id,
    rows: withRow(drive.record.status.rows, phase.id, { status: 'waiting', updated: at }),
    work: 'unchanged',
    record: {
      ...recordBefore(drive.record, row),
      status: 'waiting',
      question: {
        about: 'condition',
        text: `Whether ${phase.id} runs is decided by ${file}, which cannot be read: ${why}.`,
        options: [LOOK_AGAIN, RUN_IT, SKIP_IT],
        asked: at,
      },
    },
    subject: `${phase.id} waits: its condition cannot be decided`,
    body: `${file}: ${why}.`,
  });
}
