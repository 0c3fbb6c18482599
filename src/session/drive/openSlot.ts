import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import { tipOf, type Drive, type Tip } from '../drive.ts';
import { heldOf, inSlot, refuseWithoutWork } from '../record/heldWork.ts';
import { isOnLine } from '../record/onLine.ts';
import type { World } from '../world.ts';
import { ensureWorktree, type Holding } from '../workingTree/workingTreeOf.ts';
import { driveAt } from './driveAt.ts';
import { fencedState } from './fenced.ts';
import { noteStanding } from './noteStanding.ts';
import { holdingOf, newness, standingNow, standingOf, type Standing } from './standing.ts';

/**
 * Opens a slot besides the first, under the lease of the session; its worktree is made if there is none.
 *
 * @param phase whose work a slot that is new here is for; null: none
 */
export async function openSlot(lead: Drive, slot: number, phase: PhaseId | null): Promise<Drive> {
  const { world, worldAt, session, ref, lease } = lead;
  const name = treeName(session, slot);
  const state = fencedState(world.state.of(name), lease);
  const about = await state.about();
  const tip = tipOf(lead);
  const known =
    about?.phase === undefined
      ? await newStanding(world, tip, phase)
      : standingOf(tip.record, tip.history, about);
  const holding = (): Promise<Holding | null> => holdingOf(world, tip, known);
  const place = await ensureWorktree(world, name, ref, known.stands, holding, known);
  const standing = await standingNow(state, tip, known, { before: about, isMade: place.isMade });
  await noteStanding(state, standing);
  const at = { ...place, ...(await newness(state, about, place, holding)) };
  const drive = await driveAt(worldAt, tip, at, lease, { name, standing });
  const { throwIfStopRequested, spending, beside, busy } = lead;
  return { ...drive, throwIfStopRequested, spending, beside, busy };
}

/**
 * Work that is held is laid where it began.
 *
 * @throws `repo/held-missing` in a clone that lacks it, or the checkpoint that it began on
 */
export async function newStanding(
  { repository }: Pick<World, 'repository'>,
  { record, history }: Tip,
  phase: PhaseId | null,
): Promise<NonNullable<Standing>> {
  const round = record.status.rows.find((row) => row.phase === phase)?.round ?? 1;
  const held = heldOf(record, phase);
  const taken = record.status.seq;
  if (held === null) return { phase, round, taken, stands: record.commit, rests: null };
  await refuseWithoutWork(repository, inSlot(record, phase));
  const { session } = record;
  if (!isOnLine({ record, history }, held.base))
    throw new CairnError('repo/held-missing', { session, phase: held.phase, commit: held.base });
  return { phase, round, taken, stands: held.base, rests: null };
}
