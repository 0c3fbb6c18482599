import type { CommitId, RepoPath, Timestamp, TreeId } from '../../../model/names/ids.ts';
import type { FileChange } from '../../../model/checkpoint/joinChanges.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Change } from '../../ports.ts';

/** A phase that nothing keeps from being done. */
export interface Closing {
  readonly kind: 'phase' | 'approval';
  readonly phase: Phase;
  /** As it will be in the table, but for its status. */
  readonly row: StatusRow;
  readonly record: PhaseRecord;
  readonly at: Timestamp;
  /** The tree that was judged. */
  readonly tree: TreeId;
  readonly normalised: readonly RepoPath[];
  /** The checkpoint that its work began on. */
  readonly base: CommitId;
  /** What it changed since it began. */
  readonly changes: readonly Change[];
  readonly byPerson: readonly FileChange[];
  /** @param waits somebody must look at its packet first */
  readonly subject: (waits: boolean) => string;
  readonly body: string;
}
