import type { SessionId } from '../../model/names/ids.ts';
import type { LandedFacts } from '../results.ts';
import type { World } from '../world.ts';

/** Whether what a session has now was landed from this clone, and where to: a small file, of what is done here alone. */
export async function landedHere(
  { state: here }: Pick<World, 'state'>,
  session: SessionId,
  { state, remote, seq }: { readonly state: string; readonly remote: boolean; readonly seq: number | null },
): Promise<LandedFacts> {
  if (state !== 'done' || remote) return {};
  const landed = await here.of(session).landed();
  if (landed === null || landed.seq !== seq) return {};
  return { landed: true, ...(landed.on === null ? {} : { landedOn: landed.on }) };
}
