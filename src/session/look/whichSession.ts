import { CairnError } from '../../base/cairnError.ts';
import type { WhichSession } from '../../base/whichSession.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { shortNames } from '../../model/names/sessionNames.ts';
import type { SessionSummary } from '../results.ts';

/** Several can be meant, and who typed it has to say which. */
export function whichSession(
  sessions: readonly SessionSummary[],
  among: readonly SessionId[],
  why: Pick<WhichSession, 'are' | 'word'>,
): CairnError<'usage/which-session'> {
  const names = shortNames(sessions);
  const meant = new Set(among);
  const candidates = sessions
    .filter(({ session }) => meant.has(session))
    .map(({ session, title, state, checked, updated }) => ({
      session,
      name: names.get(session) ?? session,
      title,
      state,
      checked,
      updated,
    }));
  return new CairnError('usage/which-session', {
    sessions: candidates.map(({ session }) => session),
    unfinished: why.are === 'unfinished',
    candidates,
    ...why,
  });
}
