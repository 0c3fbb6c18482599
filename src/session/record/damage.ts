import { CairnError } from '../../base/cairnError.ts';
import type { LastGood } from '../../base/sessionTrace.ts';
import { parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import type { World } from '../world.ts';
import { findSession } from './findSession.ts';
import { readWhole, type Look } from './wholeness.ts';

type Needs = Pick<World, 'repository' | 'state'>;

/** What a session lost in a power failure: its ref, or objects of its tip. */
export interface Damage {
  readonly session: SessionId;
  readonly ref: RefName;
  /** Null if the ref itself is torn and names no commit. */
  readonly tip: CommitId | null;
  /** The object that is missing, or the name of the ref. */
  readonly object: string;
  readonly lastGood: (LastGood & { readonly commit: CommitId }) | null;
}

/** How many checkpoints are searched for one that is complete. */
const MOST = 1000;

/** Null: ref and tip of the session are whole, or what is wrong with them is no damage. Reads only. */
export async function findDamage(world: Needs, session: SessionId, look: Look): Promise<Damage | null> {
  let ref: RefName | null = null;
  let tip: CommitId | null = null;
  try {
    ({ ref, tip } = await findSession(world, session));
    await readWhole(world.repository, { session, ref, commit: tip }, look);
    return null;
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    // A file of ours that somebody edited is a different problem, reported with its line.
    if (!CairnError.is(error, 'data/missing-object')) return null;
    const { object } = error.details;
    const torn = ref ?? (object as RefName);
    return { session, ref: torn, tip, object, lastGood: await newestWhole(world, session, torn, tip) };
  }
}

/** The tip of a session, or the last checkpoint that is whole where it cannot be read. Throws `data/missing-object`. */
export async function lastGoodOf(
  world: Needs,
  session: SessionId,
): Promise<{ readonly ref: RefName; readonly tip: CommitId }> {
  try {
    const found = await findSession(world, session);
    await world.repository.commitEntry(found.tip);
    return found;
  } catch (error) {
    const damage = CairnError.is(error, 'data/missing-object')
      ? await findDamage(world, session, 'content')
      : null;
    if (damage === null) throw error;
    return { ref: damage.ref, tip: goodOf(damage) };
  }
}

/** Throws `data/missing-object` where no checkpoint here is whole. */
export function goodOf({ session, object, lastGood }: Damage): CommitId {
  if (lastGood === null) throw new CairnError('data/missing-object', { object, session, lastGood });
  return lastGood.commit;
}

/** The same error, with whose it is and which checkpoint is the last good one; any other error as it is. */
export async function explainDamage(world: Needs, session: SessionId, error: unknown): Promise<unknown> {
  if (!CairnError.is(error, 'data/missing-object') || error.details.session !== undefined) return error;
  const damage = await findDamage(world, session, 'content');
  const lastGood = damage === null ? await tipAsGood(world, session) : damage.lastGood;
  const { object } = damage ?? error.details;
  return new CairnError('data/missing-object', { object, session, lastGood }, { cause: error });
}

/** The tip is complete; what is lost is older or not ours. The session can continue from it. */
async function tipAsGood(world: Needs, session: SessionId): Promise<LastGood | null> {
  const { tip } = await findSession(world, session);
  const trailers = parseTrailers((await world.repository.commitEntry(tip)).message);
  if (trailers === null) return null;
  return { seq: trailers.seq, phase: trailers.phase, commit: tip, isTip: true };
}

/** The newest checkpoint here that is complete. */
async function newestWhole(
  world: Needs,
  session: SessionId,
  ref: RefName,
  tip: CommitId | null,
): Promise<Damage['lastGood']> {
  for (const commit of await candidates(world, session, ref, tip)) {
    try {
      const { trailers } = await readWhole(world.repository, { session, ref, commit }, 'content');
      if (trailers?.session === session)
        return { seq: trailers.seq, phase: trailers.phase, commit, isTip: false };
    } catch (error) {
      // Lost or broken too; an older one may be complete.
      if (!(error instanceof CairnError)) throw error;
    }
  }
  return null;
}

/** Newest first: what lies below the tip, where it still says so; what was published from here; what a remote has. */
async function candidates(
  { repository, state }: Needs,
  session: SessionId,
  ref: RefName,
  tip: CommitId | null,
): Promise<ReadonlySet<CommitId>> {
  const found = new Set<CommitId>();
  let next = tip;
  while (next !== null && found.size < MOST && !found.has(next)) {
    found.add(next);
    next = await repository.commitEntry(next).then(
      ({ parents, message }) => (parseTrailers(message)?.kind === 'opened' ? null : (parents[0] ?? null)),
      // The chain is cut here.
      () => null,
    );
  }
  for (const commit of [...(await state.of(session).published())].reverse()) found.add(commit as CommitId);
  const branch = ref.replace(/^refs\/heads\//, '');
  for (const remote of await repository.refs([`refs/remotes/**/${branch}`])) found.add(remote.commit);
  return found;
}
