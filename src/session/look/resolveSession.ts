import { CairnError } from '../../base/cairnError.ts';
import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { checkSessionId, readSessionName } from '../../model/names/sessionId.ts';
import type { Meant } from '../api/look.ts';
import { findSession } from '../record/findSession.ts';
import { readTip } from '../record/sessionRecord.ts';
import { isRenamed, traceOf } from '../record/traceOf.ts';
import { listSessions } from './listSessions.ts';
import type { SessionSummary } from '../results.ts';
import type { World } from '../world.ts';
import { itemsNamed } from '../record/phaseNamed.ts';

/**
 * What one word on a command line means: a session if one of that id exists, else a phase of the only
 * unfinished session. No word: within a phase its own session, else the only unfinished one.
 *
 * @throws `usage/no-session`, `usage/which-session`, `usage/unknown-session`, `usage/unknown-phase`
 */
export async function resolveSession(
  world: World,
  name: string | null,
  list: (world: World) => Promise<readonly SessionSummary[]> = listSessions,
): Promise<Meant> {
  const named = name === null ? null : await sessionNamed(world, name);
  if (named !== null) return { session: named, phase: null };
  const sessions = await list(world);
  const { unfinished, among } = candidates(sessions);
  const only = among.length === 1 ? (among[0] ?? null) : null;
  if (name !== null)
    return phaseNamed(
      world,
      name,
      only,
      sessions.map(({ session }) => session),
    );
  const own = ownSession(world, sessions) ?? only;
  if (own !== null) return { session: own, phase: null };
  throw among.length === 0
    ? new CairnError('usage/no-session', {})
    : new CairnError('usage/which-session', { sessions: among, unfinished });
}

/** The session whose phase this process is part of. */
const ownSession = ({ env }: World, sessions: readonly SessionSummary[]): SessionId | null =>
  sessions.find(({ session }) => session === env['CAIRN_SESSION'])?.session ?? null;

async function sessionNamed(world: World, name: string): Promise<SessionId | null> {
  const id = readSessionName(name, 'cairn/');
  if (!id.ok) return null;
  try {
    return (await findSession(world, id.value)).session;
  } catch (error) {
    // A torn ref of that name still means the session.
    if (CairnError.is(error, 'data/missing-object')) return id.value;
    if (!CairnError.is(error, 'usage/unknown-session')) throw error;
    // Not a session: perhaps a phase.
    return null;
  }
}

/** The sessions that may be meant if none is named: the unfinished ones or, without any, all. */
function candidates(sessions: readonly SessionSummary[]): {
  readonly unfinished: boolean;
  readonly among: readonly SessionId[];
} {
  const open = sessions.filter(({ state }) => state !== 'done' && state !== 'cancelled');
  const unfinished = open.length > 0;
  return { unfinished, among: (unfinished ? open : sessions).map(({ session }) => session) };
}

async function phaseNamed(
  world: World,
  name: string,
  only: SessionId | null,
  sessions: readonly SessionId[],
): Promise<Meant> {
  const record = only === null ? null : await readTip(world, only);
  const known = record?.status.rows.map((row) => row.phase) ?? [];
  const phase = known.find((candidate) => candidate === name);
  if (only !== null && phase !== undefined) return { session: only, phase };
  const deleted = await tracedNamed(world, name);
  if (deleted !== null) return deleted;
  if (only !== null && /^[a-z]/.test(name))
    throw new CairnError('usage/unknown-phase', {
      phase: name,
      known,
      ...(record === null ? {} : itemsNamed(record, name)),
      among: { session: only, sessions },
    });
  throw new CairnError('usage/unknown-session', { session: name, searched: [], sessions });
}

/**
 * What there is of a session without a branch: one that was deleted can still be listed, shown and purged; of any
 * other it is told why there is none.
 */
async function tracedNamed(world: World, name: string): Promise<Meant | null> {
  const id = readSessionName(name, 'cairn/');
  if (!id.ok) return refuseRenamed(world, name);
  const trace = await traceOf(world, id.value);
  if (trace === null) return null;
  if (trace.kind === 'deleted') {
    const { branch, archive } = trace;
    return { session: id.value, phase: null, deleted: { branch, archive } };
  }
  throw new CairnError('usage/unknown-session', { session: id.value, searched: [], trace });
}

/** A name that no session can have, but that a session's branch may have been renamed to. */
async function refuseRenamed(world: World, name: string): Promise<null> {
  const branch = name.replace(/^refs\/heads\//, '');
  // No process argument and no branch name can contain it.
  if (branch.includes('\0')) return null;
  const refs = await world.repository.refs([`refs/heads/${branch}`]);
  const found = refs.find((ref) => ref.name === `refs/heads/${branch}`);
  const session = checkSessionId(glanceTrailers(found?.message ?? '')?.session ?? '');
  const trace = session.ok ? await traceOf(world, session.value) : null;
  if (session.ok && isRenamed(trace) && trace.renamed === branch)
    throw new CairnError('usage/unknown-session', { session: session.value, searched: [], trace });
  return null;
}
