import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Purpose } from '../../model/names/sessionMeant.ts';
import { itemsNamed } from '../record/phaseNamed.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import type { SessionSummary } from '../results.ts';
import type { World } from '../world.ts';
import { meaningHere } from './meantUnnamed.ts';

/** What a word says as the name of a phase. */
export interface ByPhase {
  /** The sessions that can be meant and have such a phase; those that were not looked into, behind some that have it. */
  readonly having: readonly SessionId[];
  /** True if the only one of them has to be named. */
  readonly toName: boolean;
  /** The word means no phase of the only session that can be meant; null if several can, or it can be none of a phase. */
  readonly unknown: CairnError<'usage/unknown-phase'> | null;
}

const NOTHING: ByPhase = { having: [], toName: false, unknown: null };

/** So many are looked into for the phase. */
const MOST = 8;

/** Finds the sessions that can be meant where a phase is named and no session. */
export async function meantByPhase(
  world: World,
  name: string,
  sessions: readonly SessionSummary[],
  purpose: Purpose,
): Promise<ByPhase> {
  if (!/^[a-z]/.test(name)) return NOTHING;
  const { among, toName = false } = await meaningHere(world, sessions, purpose, name);
  if (among.length > 1) {
    const having = await havingPhase(world, among.slice(0, MOST), name);
    return { ...NOTHING, toName, having: having.length === 0 ? [] : [...having, ...among.slice(MOST)] };
  }
  const [only] = among;
  if (only === undefined) return NOTHING;
  const record = await readTip(world, only);
  if (has(record, name)) return { ...NOTHING, toName, having: [only] };
  return {
    ...NOTHING,
    unknown: new CairnError('usage/unknown-phase', {
      phase: name,
      known: record.status.rows.map((row) => row.phase),
      ...itemsNamed(record, name),
      among: { session: only, sessions: sessions.map(({ session }) => session) },
    }),
  };
}

const has = ({ status }: SessionRecord, name: string): boolean =>
  status.rows.some(({ phase }) => phase === name);

/** One that cannot be read hides none of the others. */
async function havingPhase(
  world: World,
  among: readonly SessionId[],
  name: string,
): Promise<readonly SessionId[]> {
  const found = await Promise.all(
    among.map(async (session) => {
      try {
        return has(await readTip(world, session), name) ? [session] : [];
      } catch (error) {
        if (error instanceof CairnError && error.code.startsWith('data/')) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}
