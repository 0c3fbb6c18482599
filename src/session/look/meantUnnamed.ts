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
  world: Pick<World, 'state' | 'env' | 'clock'>,
  sessions: readonly SessionSummary[],
  purpose: Purpose,
): Promise<Meant> {
  const own = sessions.find(({ session }) => session === world.env['CAIRN_SESSION']);
  if (own !== undefined) return { session: own.session, phase: null };
  const { are, among, toName } = await meaningHere(world, sessions, purpose, null);
  const [one] = among;
  if (one === undefined) throw new CairnError('usage/no-session', {});
  if (among.length > 1 || toName === true) throw whichSession(sessions, among, { are });
  if (are === 'landed')
    throw new CairnError('usage/not-possible', { act: 'land', session: one, refusal: { because: 'landed' } });
  const beside = purpose === 'resume' ? sessionsMeant(sessions, purpose) : null;
  const others = beside?.are === 'unfinished' ? beside.among.filter((session) => session !== one) : [];
  return { session: one, phase: null, ...(others.length === 0 ? {} : { beside: others }) };
}

/** Which sessions can be meant, by what this machine knows of them besides a list. */
export async function meaningHere(
  { state, clock }: Pick<World, 'state' | 'clock'>,
  sessions: readonly SessionSummary[],
  purpose: Purpose,
  phase: string | null,
): Promise<Meaning> {
  if (purpose !== 'resume') return sessionsMeant(sessions, purpose, phase);
  const word = await state.lastWord();
  const isNow = word !== null && Math.abs(Date.parse(clock.now()) - Date.parse(word.at)) <= JUST_NOW;
  const known = sessions.map((one): MayBeMeant =>
    isNow && one.session === word.session ? { ...one, spokenTo: true } : one,
  );
  return sessionsMeant(known, purpose, phase);
}

/** What stands behind `&&` begins at once. Milliseconds. */
const JUST_NOW = 10_000;
