import type { PhaseId } from '../../model/names/ids.ts';
import { treeName } from '../../model/names/treeName.ts';
import { tipOf, type Drive, type Tip } from '../drive.ts';
import { heldWork } from '../record/heldWork.ts';
import { ensureWorktree } from '../workingTree/workingTreeOf.ts';
import { driveAt } from './driveAt.ts';
import { fencedState } from './fenced.ts';
import { noteStanding } from './noteStanding.ts';
import { standingOf, type Standing } from './standing.ts';

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
  const standing =
    about?.phase === undefined ? newStanding(tip, phase) : standingOf(tip.record, tip.history, about);
  const holds = heldOf(tip, standing.phase) !== null;
  const place = await ensureWorktree(world, name, ref, standing.stands, holds);
  await noteStanding(state, standing);
  const isNewPlace = about?.root !== place.root || place.setup !== 'done';
  const drive = await driveAt(worldAt, tip, { ...place, isNewPlace }, lease, { name, standing });
  return { ...drive, throwIfStopRequested: lead.throwIfStopRequested };
}

/** Work that is held is laid where it began. */
function newStanding(tip: Tip, phase: PhaseId | null): NonNullable<Standing> {
  const round = tip.record.status.rows.find((row) => row.phase === phase)?.round ?? 1;
  return { phase, round, stands: heldOf(tip, phase)?.base ?? tip.record.commit, rests: null };
}

const heldOf = ({ record }: Tip, phase: PhaseId | null): ReturnType<typeof heldWork> =>
  heldWork({ ...record, slot: { phase, rests: null, tip: record.commit } });
