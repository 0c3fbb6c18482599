import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** The first parents of a session's tip. */
export interface Line {
  readonly record: Pick<SessionRecord, 'session' | 'commit'>;
  readonly history: readonly Checkpoint[];
}

/**
 * True for what a working tree of this session may stand on: its checkpoints, and a commit of somebody else that was its tip, as the
 * newest or behind a checkpoint. False for what is on no way here, such as a checkpoint that never came to be.
 */
export const isOnLine = ({ record, history }: Line, asked: CommitId): boolean =>
  asked === record.commit || history.some(({ commit, parent }) => commit === asked || parent === asked);
