import type { CommitId, TreeId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { AtTip } from '../../drive.ts';
import { phaseStart } from '../../record/sessionMove.ts';

/**
 * What the changes of a phase are counted from: the tree that it began on. Where phases work side by side others may have been
 * published since, and nothing of the phase has been: its changes are what it adds to the checkpoint that its slot stands on.
 */
export async function changedFrom(
  { world, session, history, record }: AtTip,
  row: Pick<StatusRow, 'phase' | 'round'>,
): Promise<TreeId | CommitId> {
  if (record.slot !== undefined) return record.commit;
  return (await phaseStart(world.repository, session, history, row)) ?? record.commit;
}
