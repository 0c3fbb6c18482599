import type { CommitId } from '../../model/names/ids.ts';
import type { Tip } from '../drive.ts';

/**
 * True for what a working tree of this session may stand on: its checkpoints, and a commit of somebody else that was its tip, as the
 * newest or behind a checkpoint. False for what is on no way here, such as a checkpoint that never came to be.
 */
export const isOnLine = (
  { record, history }: { readonly record: Pick<Tip['record'], 'commit'>; readonly history: Tip['history'] },
  asked: CommitId,
): boolean =>
  asked === record.commit || history.some(({ commit, parent }) => commit === asked || parent === asked);
