import { sessionFolder } from '../../../model/names/places.ts';
import type { TreeId } from '../../../model/names/ids.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { isBaselineKnown } from '../../record/baselineOf.ts';
import { phasesBegun } from '../../record/slotStates.ts';

/** Nothing of the session was worked on yet, by an agent or by a person, and no record says what its checks said before, or they are to be tried again. */
export async function mayBeTaken(drive: Drive): Promise<boolean> {
  const { record, history } = tipOf(drive);
  const { rows } = record.status;
  if (rows.some(({ attempt, status }) => attempt > 0 || status === 'done')) return false;
  if (isBaselineKnown(record) || history.some(({ trailers }) => trailers.kind === 'edit')) return false;
  return (await phasesBegun(drive.world, { record, history })).size === 0;
}

/** The tree that a session began with: of its tip, where nothing was worked on yet, without what is the session's own. */
export async function treeBegunWith(drive: Drive): Promise<TreeId> {
  const { record } = tipOf(drive);
  return drive.world.repository.compose(record.tree, new Map([[sessionFolder(drive.session), null]]));
}
