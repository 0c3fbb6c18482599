import type { GivenWord } from '../../model/agent/givenWord.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { notPossible } from './waitingPhase.ts';

/** What a phase waits with, told apart from what it waited with before: by round, attempt, and since when. */
export const askedAt = ({ round, attempt, updated }: StatusRow): string =>
  [round, attempt, updated].join(' ');

/** @throws `usage/not-possible` where a phase waits with something else than what a word was about */
export function refuseWentOn(
  { session, status }: Pick<SessionRecord, 'session' | 'status'>,
  { act, phase, asked }: Pick<GivenWord, 'act' | 'phase' | 'asked'>,
): void {
  const row = status.rows.find((one) => one.phase === phase);
  if (row?.status === 'waiting' && askedAt(row) !== asked)
    throw notPossible({ session }, act, { because: 'went-on', phase });
}
