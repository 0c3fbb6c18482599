import type { GivenWord } from '../../model/agent/givenWord.ts';
import { askedAt } from '../record/askedAt.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { notPossible } from './waitingPhase.ts';

type Said = Pick<GivenWord, 'act' | 'phase' | 'asked'>;

/** @throws `usage/not-possible` where a phase waits with something else than what a word was about */
export function refuseWentOn(
  { session, status }: Pick<SessionRecord, 'session' | 'status'>,
  { act, phase, asked }: Said,
): void {
  const row = status.rows.find((one) => one.phase === phase);
  if (row?.status === 'waiting' && askedAt(row) !== asked)
    throw notPossible({ session }, act, { because: 'went-on', phase, waits: true });
}

/** @throws `usage/not-possible` where a phase waits no more: somebody else's word was heard before */
export function refuseHeardAlready(
  { session, status }: Pick<SessionRecord, 'session' | 'status'>,
  { act, phase }: Said,
): void {
  if (!status.rows.some((row) => row.phase === phase && row.status === 'waiting'))
    throw notPossible({ session }, act, { because: 'went-on', phase, waits: false });
}
