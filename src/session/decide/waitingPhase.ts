import { CairnError } from '../../base/cairnError.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Context, AtTip } from '../drive.ts';
import { askedOf, GO_ON_HERE, type Asked } from '../record/askedOf.ts';
import { rowOf } from '../record/rows.ts';
import { recordBefore } from '../run/close/phaseRecordOf.ts';

/** A phase that waits, as a person finds it. */
export interface Waiting {
  readonly phase: Phase;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
}

type Act = 'approve' | 'reject' | 'answer';

/**
 * The phase that waits for this act.
 *
 * @throws `usage/not-possible` with the command that works instead, `usage/unknown-phase`
 */
export function waitingPhase(drive: AtTip, named: string | null, act: Act): Waiting {
  const { workflow, status } = drive.record;
  const row = status.rows.find((candidate) => candidate.status === 'waiting');
  if (status.state === 'running')
    // Who drives it would hold the lease that this act has.
    throw notPossible(
      drive,
      act,
      'no phase waits (the session is interrupted or paused)',
      `Go on: cairn resume ${drive.session}`,
    );
  if (row === undefined || status.state !== 'waiting')
    throw notPossible(
      drive,
      act,
      `no phase waits (the session is ${status.state})`,
      `${act === 'approve' && status.state === 'blocked' ? NAME_IT : ''}See where it stands: cairn status ${drive.session}`,
    );
  const record = recordBefore(drive.record, row);
  const asked = askedOf(record);
  if (named !== null && named !== row.phase) {
    if (!status.rows.some((candidate) => candidate.phase === named))
      throw new CairnError('usage/unknown-phase', {
        phase: named,
        known: status.rows.map((known) => known.phase),
      });
    throw notPossible(
      drive,
      act,
      `${named} does not wait; ${row.phase} does${WAITS_FOR[asked]}`,
      wayOn(drive, act, asked, row),
    );
  }
  const phase = workflow.phases.find((candidate) => candidate.id === row.phase);
  if (phase === undefined)
    throw new CairnError('usage/unknown-phase', {
      phase: row.phase,
      known: workflow.phases.map((known) => known.id),
    });
  if ((act === 'answer') === (asked === 'approval' || asked === 'packet'))
    throw notPossible(drive, act, whyNot(record), wayOn(drive, act, asked, row));
  return { phase, row: rowOf(status.rows, row.phase), record };
}

const NAME_IT = 'Name the phase to close it as it is, without a new attempt. ';

export function notPossible(drive: Context, act: string, why: string, hint: string): CairnError {
  return new CairnError('usage/not-possible', { act, session: drive.session, why, hint });
}

const WAITS_FOR: { readonly [A in Asked]: string } = {
  approval: '',
  packet: ', for a look at its packet',
  question: ', for an answer',
  head: ', for HEAD to be where it was',
  work: ', for work that is done by hand',
};

/** A question may be a page long: the work that a person is to do. */
const whyNot = ({ question }: PhaseRecord): string =>
  question === undefined || question.about === 'packet'
    ? 'nothing was asked'
    : `it waits for an answer: ${question.text.split('\n')[0] ?? ''}`;

/** The command that works for the phase that waits, whatever was typed. */
function wayOn({ session }: Context, act: Act, asked: Asked, { phase }: StatusRow): string {
  switch (asked) {
    case 'work':
      return `When its files are there: cairn resume ${session}`;
    case 'question':
      return `Answer it: cairn answer ${session} -m "…"`;
    case 'head':
      return `Go back there, or answer "${GO_ON_HERE}"; see how: cairn status ${session}`;
    case 'approval':
    case 'packet':
      return act === 'answer'
        ? `Approve it: cairn approve ${session}\nOr send it back: cairn reject ${session} -m "…"`
        : `cairn ${act} ${session} ${phase}`;
  }
}
