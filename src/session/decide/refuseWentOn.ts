import type { GivenWord } from '../../model/agent/givenWord.ts';
import { askedAt } from '../record/askedAt.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { notPossible } from './waitingPhase.ts';

/** @throws `usage/not-possible` where a phase waits no more, or with something else than what a word was about: nobody has seen that */
export function refuseWentOn(
  { session, status }: Pick<SessionRecord, 'session' | 'status'>,
  { act, phase, asked }: Pick<GivenWord, 'act' | 'phase' | 'asked'>,
): void {
  const row = status.rows.find((one) => one.phase === phase && one.status === 'waiting');
  if (row === undefined || askedAt(row) !== asked)
    throw notPossible({ session }, act, { because: 'went-on', phase, waits: row !== undefined });
}
