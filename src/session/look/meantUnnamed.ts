import { CairnError } from '../../base/cairnError.ts';
import {
  sessionsMeant,
  type MayBeMeant,
  type Meaning,
  type Purpose,
} from '../../model/names/sessionMeant.ts';
import type { Meant } from '../api/look.ts';
import type { SessionSummary } from '../results.ts';
import type { World } from '../world.ts';
import { whichSession } from './whichSession.ts';

/** The session that is meant where none is named: the one that this runs inside of, else the only one that it can be about. */
export async function meantUnnamed(
  world: Pick<World, 'state' | 'env'>,
  sessions: readonly SessionSummary[],
  purpose: Purpose,
): Promise<Meant> {
  const own = sessions.find(({ session }) => session === world.env['CAIRN_SESSION']);
  if (own !== undefined) return { session: own.session, phase: null };
  const { are, among } = await meaningHere(world, sessions, purpose, null);
  if (among.length > 1) throw whichSession(sessions, among, { are });
  if (among[0] === undefined) throw new CairnError('usage/no-session', {});
  return { session: among[0], phase: null };
}

/** Which sessions can be meant, by what this machine knows of them besides a list. */
export async function meaningHere(
  { state }: Pick<World, 'state'>,
  sessions: readonly SessionSummary[],
  purpose: Purpose,
  phase: string | null,
): Promise<Meaning> {
  // Nothing else asks what was landed.
  if (purpose !== 'land' && purpose !== 'land-unfinished') return sessionsMeant(sessions, purpose, phase);
  const known = sessions.map(async (one): Promise<MayBeMeant> =>
    one.state === 'done' ? { ...one, landed: (await state.of(one.session).landed()) === one.seq } : one,
  );
  return sessionsMeant(await Promise.all(known), purpose, phase);
}
