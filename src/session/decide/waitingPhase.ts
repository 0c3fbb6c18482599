import { CairnError } from '../../base/cairnError.ts';
import type { Refusal } from '../../base/refusal.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { ENDS_WAITING } from '../../model/plan/nextActs.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { AtTip, Context } from '../drive.ts';
import { askedOf } from '../record/askedOf.ts';
import { askedOfSession } from '../run/next/askOfLimit.ts';
import { recordBefore } from '../run/close/phaseRecordOf.ts';
import { unknownPhase } from '../record/phaseNamed.ts';
import { attemptBehind } from '../record/rows.ts';

/** A phase that waits for a person. */
export interface Waiting {
  readonly phase: Phase;
  readonly row: StatusRow;
  readonly record: PhaseRecord;
}

type Act = 'approve' | 'reject' | 'answer' | 'lay';

type OfSession = Pick<AtTip, 'session' | 'record'>;

/**
 * The phase that waits for this act.
 *
 * @throws `usage/not-possible` with the phases that wait instead, `usage/unknown-phase`
 */
export function waitingPhase(drive: OfSession, named: string | null, act: Act): Waiting {
  const row = waitingRow(drive, named, act);
  const record = recordBefore(drive.record, row);
  const waits = { phase: row.phase, for: askedOf(record) };
  const { phases } = drive.record.workflow;
  const phase = phases.find((candidate) => candidate.id === row.phase);
  if (phase === undefined)
    throw unknownPhase(
      drive.record,
      row.phase,
      phases.map(({ id }) => id),
    );
  const answers = act === 'answer' || act === 'lay';
  if (answers === (ENDS_WAITING[waits.for] === 'approve'))
    throw notPossible(drive, act, { because: 'not-asked', question: questionOf(record), waits });
  return { phase, row: { ...row, attempt: attemptBehind(row, record) }, record };
}

/**
 * The row of the phase that waits and is meant, whatever it waits for.
 *
 * @throws `usage/not-possible` with the phases that wait, `usage/unknown-phase`
 */
export function waitingRow(drive: OfSession, named: string | null, act: Act): StatusRow {
  const { rows, state } = drive.record.status;
  const all = rows.filter(({ status }) => status === 'waiting');
  const row = all.find(({ phase }) => phase === named) ?? all[0];
  if (row === undefined) throw notPossible(drive, act, { because: 'none-waits', state });
  const waits = all.map((one) => ({ phase: one.phase, for: askedOf(recordBefore(drive.record, one)) }));
  if (named === null && all.length > 1 && !isOneQuestion(drive.record))
    throw notPossible(drive, act, { because: 'several-wait', waits });
  if (named === null || named === row.phase) return row;
  if (!rows.some(({ phase }) => phase === named)) throw unknownPhase(drive.record, named);
  throw notPossible(drive, act, { because: 'other-waits', named, waits });
}

/** All that wait ask the same of the session. */
function isOneQuestion({ status, records }: AtTip['record']): boolean {
  const waiting = status.rows.filter((row) => row.status === 'waiting');
  const asked = waiting[0] === undefined ? undefined : records.get(waiting[0].phase)?.question?.limit;
  return asked !== undefined && askedOfSession({ status, records }, asked).length === waiting.length;
}

/** Who has a merge laid is about to answer. */
export const notPossible = ({ session }: Pick<Context, 'session'>, act: Act, refusal: Refusal): CairnError =>
  new CairnError('usage/not-possible', { act: act === 'lay' ? 'answer' : act, session, refusal });

/** An answer that names no option where only options count. */
export const noOption = (
  drive: Pick<Context, 'session'>,
  { phase, record }: Pick<Waiting, 'phase' | 'record'>,
  said: string,
): CairnError =>
  notPossible(drive, 'answer', {
    because: 'no-option',
    phase: phase.id,
    said,
    options: record.question?.options ?? [],
  });

/** A question may be a page long, such as the work that a person is to do. */
const questionOf = ({ question }: PhaseRecord): string | null =>
  question === undefined || question.about === 'packet' ? null : (question.text.split('\n')[0] ?? '');
