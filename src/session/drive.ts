import type { Checkpoint } from '../model/checkpoint/checkpoint.ts';
import type { Obstacle } from '../model/gate/obstacle.ts';
import type { Footing } from '../model/capture/footing.ts';
import type { CommitId, RefName, SessionId, TreeId } from '../model/names/ids.ts';
import type { Isolation } from '../model/workflow/workflow.ts';
import type { Lease, SessionState, WorkingTree } from './ports.ts';
import type { SessionRecord } from './record/sessionRecord.ts';
import type { World } from './world.ts';

/** A session while this process holds its lease: the only way to change anything of it. */
export interface Drive {
  readonly world: World;
  readonly session: SessionId;
  readonly ref: RefName;
  readonly isolation: Isolation;
  /** Root of the session's working tree. */
  readonly root: string;
  /** No attempt has worked there yet: it was made, or moved, since the last one. */
  readonly isNewPlace: boolean;
  readonly tree: WorkingTree;
  readonly state: SessionState;
  readonly lease: Lease;
  /** Throws when whoever drives was asked to stop meanwhile; never for the act of a person. */
  heed: () => Promise<void>;
  /** The session at its tip; replaced by every checkpoint. */
  record: SessionRecord;
  /** Its checkpoints, newest first; grows with every one that is published. */
  history: readonly Checkpoint[];
  /**
   * What the attempt before left in the working tree without publishing it: its tree, and paths that are not in that
   * although they are there. What differs from it is somebody else's. Null: it left nothing beyond the tip.
   */
  left: { readonly tree: TreeId; readonly besides: ReadonlySet<string> } | null;
  /** What stood in the way of the session's own files since an agent was last set to work, or since the drive was opened. */
  obstacles: readonly Obstacle[];
  /** What STATUS.md above its notes was last rendered as; null when this process has not written it. */
  rendered: string | null;
  /** What the working tree stood on when it was last looked at: what is captured is of that. */
  footing: Footing;
  /** The same when this drive was opened, before anything was brought in step. */
  readonly found: Footing;
  /** The worktree was made since an attempt worked there last: what that left is not in it. */
  readonly isMadeAnew: boolean;
  /** HEAD of the working tree as the last checkpoint left it; in place, when the last attempt began. */
  head: { readonly commit: CommitId | null; readonly branch: string | null };
}
