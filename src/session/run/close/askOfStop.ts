import { STOP_ANSWERS } from '../../../model/graph/stopAnswers.ts';
import type { StopPlan } from '../../../model/graph/planStop.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import type { AtTip } from '../../drive.ts';
import { withRow } from '../../record/rows.ts';
import type { Closing } from './closing.ts';

/** The checkpoint that holds a phase while a person must say whether the session stops with it. */
export function askOfStop(
  { world, record: { status } }: AtTip,
  { phase, row, record, at, tree, base, normalised, body }: Closing,
  { file, why }: Extract<StopPlan, { do: 'ask' }>,
): NewCheckpoint {
  const text = `Whether the session stops with ${phase.id} is decided by ${file}, which cannot be read: ${why}.`;
  return {
    kind: 'waiting',
    phase: phase.id,
    attempt: row.attempt,
    rows: withRow(status.rows, phase.id, { ...row, status: 'waiting', updated: at }),
    work: { hold: tree, base },
    normalised,
    record: {
      ...record,
      status: 'waiting',
      question: { about: 'stop', text, options: [...STOP_ANSWERS], asked: world.clock.now() },
    },
    subject: `${phase.id} waits: a person must say whether the session stops`,
    body,
  };
}
