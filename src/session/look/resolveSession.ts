import { CairnError } from '../../base/cairnError.ts';
import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { archiveRef } from '../../model/names/places.ts';
import type { Purpose } from '../../model/names/sessionMeant.ts';
import { checkSessionId, readSessionName } from '../../model/names/sessionId.ts';
import { beginningWith, calledBy } from '../../model/names/sessionNames.ts';
import type { Meant, Wanted } from '../api/look.ts';
import { findSession } from '../record/findSession.ts';
import { isRenamed, traceOf } from '../record/traceOf.ts';
import { listSessions } from './listSessions.ts';
import { meantByPhase, type ByPhase } from './meantByPhase.ts';
import { meantUnnamed } from './meantUnnamed.ts';
import type { SessionSummary } from '../results.ts';
import { whichSession } from './whichSession.ts';
import type { World } from '../world.ts';

/**
 * What one word on a command line means: a session by its id, by what it is called or by the beginning of that, or a phase of the
 * session that it can be about. No word: within a phase its own session, else the one that it can be about.
 *
 * @throws `usage/no-session`, `usage/which-session`, `usage/unknown-session`, `usage/unknown-phase`
 */
export async function resolveSession(
  world: World,
  name: string | null,
  wanted: Wanted = {},
  list: (world: World) => Promise<readonly SessionSummary[]> = listSessions,
): Promise<Meant> {
  if (name === null) return meantUnnamed(world, await list(world), wanted.to ?? 'look');
  const exact = await sessionOfId(world, name);
  if (exact?.remote === false) return asSession(exact.session);
  const sessions = await list(world);
  return exact === null
    ? meantByName(world, name, sessions, wanted)
    : onRemote(world, name, exact.session, { sessions, wanted });
}

const asSession = (session: SessionId): Meant => ({ session, phase: null });

async function sessionOfId(
  world: World,
  name: string,
): Promise<{ readonly session: SessionId; readonly remote: boolean } | null> {
  const id = readSessionName(name, 'cairn/');
  if (!id.ok) return null;
  try {
    return await findSession(world, id.value);
  } catch (error) {
    // A torn ref of that name still means the session.
    if (CairnError.is(error, 'data/missing-object')) return { session: id.value, remote: false };
    if (!CairnError.is(error, 'usage/unknown-session')) throw error;
    // Perhaps what a session is called, or a phase.
    return null;
  }
}

/** What was fetched takes no name away from a session here, nor the beginning of one, nor a phase of one; by its branch it can be named all the same. */
async function onRemote(
  world: World,
  name: string,
  session: SessionId,
  { sessions, wanted }: { readonly sessions: readonly SessionSummary[]; readonly wanted: Wanted },
): Promise<Meant> {
  if (name !== session) return asSession(session);
  const { to = 'look', phase = false } = wanted;
  const own = sessions.filter(({ remote }) => !remote);
  const called = takesWhole(to) ? calledBy(name, own) : beginningWith(name, own);
  if (called.length > 0) throw whichSession(sessions, [...called, session], { are: 'called', word: name });
  if (!phase) return asSession(session);
  const { having } = await meantByPhase(world, name, sessions, to);
  const others = having.filter((one) => one !== session);
  if (others.length === 0) return asSession(session);
  throw whichSession(sessions, [session, ...others], { are: 'called-or-phase', word: name });
}

/** For good, or for what is recorded under an id: nothing less than a whole name will do. */
const takesWhole = (to: Purpose): boolean => to === 'name' || to === 'id';

/** A way to read a word; null if it means nothing so. */
type Reading = () => Promise<Meant | null>;

async function meantByName(
  world: World,
  name: string,
  sessions: readonly SessionSummary[],
  wanted: Wanted,
): Promise<Meant> {
  const { to = 'look', phase: takesPhase = false } = wanted;
  let read: Promise<ByPhase> | null = null;
  const byPhase = (): Promise<ByPhase> => (read ??= meantByPhase(world, name, sessions, to));
  const only = ([one, ...others]: readonly SessionId[], are: 'called' | 'phase'): SessionId | null => {
    if (one === undefined || others.length === 0) return one ?? null;
    throw whichSession(sessions, [one, ...others], { are, word: name });
  };
  const session = (found: readonly SessionId[]): Meant | null => {
    const one = only(found, 'called');
    return one === null ? null : asSession(one);
  };
  // What is done for good is done to nothing that is only on a remote.
  const here = to === 'name' ? sessions.filter(({ remote }) => !remote) : sessions;
  const named = to === 'id' ? [] : calledBy(name, here);
  const called: Reading = async () => session(named);
  const begun: Reading = async () => session(beginningWith(name, sessions));
  const deleted: Reading = () => tracedNamed(world, name);
  const onceCalled: Reading = () => deletedCalled(world, name);
  const phase: Reading = async () => {
    const { having, toName } = await byPhase();
    if (toName && having.length > 0) throw whichSession(sessions, having, { are: 'phase', word: name });
    const one = only(having, 'phase');
    return one === null ? null : { session: one, phase: name as PhaseId };
  };
  const either: Reading = async () => {
    if (named.length === 0) return phase();
    const { having } = await byPhase();
    if (having.length === 0) return called();
    // It is that session either way, and the phase says more.
    if (named.length === 1 && having.length === 1 && named[0] === having[0]) return phase();
    throw whichSession(sessions, [...named, ...having], { are: 'called-or-phase', word: name });
  };
  const readings = (): readonly Reading[] => {
    // Of one that was deleted only its id is left, and one that is listed without a branch of its id was renamed.
    const isKnown = sessions.some((one) => one.session === name);
    if (takesWhole(to) || isKnown) return [deleted, called, onceCalled, phase];
    return takesPhase ? [either, deleted, begun, onceCalled] : [called, deleted, begun, onceCalled, phase];
  };
  for (const reading of readings()) {
    const found = await reading();
    if (found !== null) return found;
  }
  throw (await byPhase()).unknown ?? unknownSession(name, sessions);
}

const unknownSession = (name: string, sessions: readonly SessionSummary[]): CairnError =>
  new CairnError('usage/unknown-session', {
    session: name,
    searched: [],
    sessions: sessions.map(({ session }) => session),
  });

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

/** One that was deleted, by what it was called. Of several, whoever typed that has to say which. */
async function deletedCalled(world: World, name: string): Promise<Meant | null> {
  const archives = await world.repository.refs(['refs/cairn/*/archive']);
  const kept = archives.flatMap((ref) => {
    const id = checkSessionId(ref.name.split('/')[2] ?? '');
    return id.ok && ref.name === archiveRef(id.value) ? [{ session: id.value, remote: false }] : [];
  });
  const among = calledBy(name, kept);
  if (among.length > 1)
    throw new CairnError('usage/which-session', {
      sessions: among,
      unfinished: false,
      are: 'called',
      word: name,
    });
  return among[0] === undefined ? null : tracedNamed(world, among[0]);
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
