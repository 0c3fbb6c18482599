import { CairnError } from '../base/cairnError.ts';
import type { PhaseId, SessionId } from '../model/ids.ts';
import { readSessionName } from '../model/sessionId.ts';
import { findSession } from './findSession.ts';
import { listSessions } from './listSessions.ts';
import { readSession } from './sessionRecord.ts';
import type { World } from './world.ts';

/**
 * What one word on a command line means: a session if one of that id exists, else a phase of the only
 * unfinished session (format, section 9). No word: the only unfinished session.
 *
 * @throws `usage/no-session`, `usage/which-session`, `usage/unknown-session`, `usage/unknown-phase`
 */
export async function resolveSession(
  world: World,
  name: string | null,
): Promise<{ readonly session: SessionId; readonly phase: PhaseId | null }> {
  const named = name === null ? null : readSessionName(name, 'cairn/');
  if (named?.ok === true) {
    try {
      return { session: (await findSession(world, named.value)).session, phase: null };
    } catch (error) {
      if (!CairnError.is(error, 'usage/unknown-session')) throw error;
      // Not a session: perhaps a phase.
    }
  }
  const sessions = await listSessions(world);
  const unfinished = sessions.filter((session) => session.state !== 'done' && session.state !== 'cancelled');
  const only = unfinished[0] ?? (sessions.length === 1 ? sessions[0] : undefined);
  if (only === undefined || unfinished.length > 1) {
    if (name !== null && named?.ok === true)
      throw new CairnError('usage/unknown-session', {
        session: name,
        searched: sessions.map((session) => session.session),
      });
    if (sessions.length === 0) throw new CairnError('usage/no-session', {});
    throw new CairnError('usage/which-session', {
      sessions: (unfinished.length > 0 ? unfinished : sessions).map((session) => session.session),
    });
  }
  if (name === null) return { session: only.session, phase: null };
  const found = await findSession(world, only.session);
  const { status } = await readSession(world.repository, only.session, found.ref, found.tip);
  const phase = status.rows.find((row) => row.phase === name)?.phase;
  if (phase !== undefined) return { session: only.session, phase };
  if (named?.ok === true)
    throw new CairnError('usage/unknown-session', {
      session: name,
      searched: sessions.map((session) => session.session),
    });
  throw new CairnError('usage/unknown-phase', { phase: name, known: status.rows.map((row) => row.phase) });
}
