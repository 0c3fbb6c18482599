import { CairnError } from '../../base/cairnError.ts';
import { branchRef } from '../../model/names/places.ts';
import { isRenamed } from '../record/traceOf.ts';
import type { SessionSummary } from '../results.ts';
import type { VerifyResult } from '../verifyResult.ts';
import type { World } from '../world.ts';
import { listSessions } from './listSessions.ts';
import { verifySession } from './verifySession.ts';

/** Checks every session that is listed: one that cannot be read is no reason to say nothing of the others. */
export async function verifyAll(world: World): Promise<readonly VerifyResult[]> {
  return Promise.all((await listSessions(world)).map((summary) => verifyListed(world, summary)));
}

async function verifyListed(world: World, { session }: SessionSummary): Promise<VerifyResult> {
  try {
    return await verifySession(world, session);
  } catch (error) {
    const trace = CairnError.is(error, 'usage/unknown-session') ? (error.details.trace ?? null) : null;
    if (!isRenamed(trace)) throw error;
    const where = branchRef(trace.branch.slice(0, -session.length), session);
    return { session, violations: [{ rule: 'R16', where, what: { warning: 'renamed', session, trace } }] };
  }
}
