import { answersTo } from '../../../model/graph/conditionAnswers.ts';
import type { AskStep } from '../../../model/graph/planNext.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** A condition over a file that cannot be read is no condition that is not met, and a list may be longer than anyone meant: a person says. */
export async function askOfCondition(drive: Drive, step: AskStep): Promise<Drive> {
  const { phase } = step;
  const row = rowOf(drive.record.status.rows, phase.id);
  const at = drive.world.clock.now();
  const text = questionOf(step);
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
      question: { about: 'condition', text, options: [...answersTo(step)], asked: at },
    },
    subject: `${phase.id} waits: a person must say whether it runs`,
    body: text,
  });
}

function questionOf(step: AskStep): string {
  const { phase, file } = step;
  if ('many' in step)
    return `${file} has ${step.many} items for ${phase.id}, which may have ${phase.forEach?.max ?? step.many}.`;
  const decided = phase.forEach === null ? `Whether ${phase.id} runs` : `How often ${phase.id} runs`;
  return `${decided} is decided by ${file}, which cannot be read: ${step.why}.`;
}
