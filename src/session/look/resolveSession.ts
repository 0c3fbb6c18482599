import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId, SessionId } from '../../model/ids.ts';
import { sessionRefs } from '../../model/places.ts';
import { readSessionName } from '../../model/sessionId.ts';
import { findSession } from '../record/findSession.ts';
import { listSessions } from './listSessions.ts';
import type { SessionSummary } from '../results.ts';
import { readSession } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** What was meant; `phase` only where a phase was named. */
export interface Meant {
  readonly session: SessionId;
  readonly phase: PhaseId | null;
}

/**
 * What one word on a command line means: a session if one of that id exists, else a phase of the only
 * unfinished session (format, section 9). No word: the only unfinished session.
 *
 * @throws `usage/no-session`, `usage/which-session`, `usage/unknown-session`, `usage/unknown-phase`
 */
export async function resolveSession(world: World, name: string | null): Promise<Meant> {
  const named = name === null ? null : await sessionNamed(world, name);
  if (named !== null) return { session: named, phase: null };
  const sessions = await listSessions(world);
  const only = onlyOne(sessions);
  if (name === null) {
    if (only !== null) return { session: only, phase: null };
    throw sessions.length === 0
      ? new CairnError('usage/no-session', {})
      : new CairnError('usage/which-session', { sessions: sessions.map(({ session }) => session) });
  }
  return phaseNamed(world, name, only, sessions);
}

async function sessionNamed(world: World, name: string): Promise<SessionId | null> {
  const id = readSessionName(name, 'cairn/');
  if (!id.ok) return null;
  try {
    return (await findSession(world, id.value)).session;
  } catch (error) {
    if (!CairnError.is(error, 'usage/unknown-session')) throw error;
    // Not a session: perhaps a phase.
    return null;
  }
}

/** The only unfinished session; with none unfinished, the only one there is. */
function onlyOne(sessions: readonly SessionSummary[]): SessionId | null {
  const unfinished = sessions.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  const candidates = unfinished.length > 0 ? unfinished : sessions;
  return candidates.length === 1 ? (candidates[0]?.session ?? null) : null;
}

async function phaseNamed(
  world: World,
  name: string,
  only: SessionId | null,
  sessions: readonly SessionSummary[],
): Promise<Meant> {
  const known = only === null ? [] : await phasesOf(world, only);
  const phase = known.find((candidate) => candidate === name);
  if (only !== null && phase !== undefined) return { session: only, phase };
  const deleted = await deletedNamed(world, name);
  if (deleted !== null) return { session: deleted, phase: null };
  if (only !== null && /^[a-z]/.test(name))
    throw new CairnError('usage/unknown-phase', { phase: name, known });
  throw new CairnError('usage/unknown-session', {
    session: name,
    searched: sessions.map(({ session }) => session),
  });
}

/** A session that was deleted: what was kept of it can still be listed, shown and purged. */
async function deletedNamed({ repository }: World, name: string): Promise<SessionId | null> {
  const id = readSessionName(name, 'cairn/');
  return id.ok && (await repository.refs([sessionRefs(id.value)])).length > 0 ? id.value : null;
}

async function phasesOf(world: World, session: SessionId): Promise<readonly PhaseId[]> {
  const found = await findSession(world, session);
  const { status } = await readSession(world.repository, session, found.ref, found.tip);
  return status.rows.map((row) => row.phase);
}
