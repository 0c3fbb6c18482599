import type { Checkpoint } from '../model/checkpoint/checkpoint.ts';
import type { Footing } from '../model/capture/footing.ts';
import type { Obstacle } from '../model/gate/obstacle.ts';
import type { CommitId, RefName, SessionId, TreeId } from '../model/names/ids.ts';
import type { Isolation } from '../model/workflow/workflow.ts';
import type { Lease, SessionState, WorkingTree } from './ports.ts';
import type { SessionRecord } from './record/sessionRecord.ts';
import type { World } from './world.ts';

/** What the world and a session are while this process holds its lease. */
export interface Context {
  /** Starts a program only where all that the session runs at its tip is trusted here. */
  readonly world: World;
  readonly session: SessionId;
  readonly ref: RefName;
  readonly isolation: Isolation;
  /** Root of the session's working tree. */
  readonly root: string;
  readonly state: SessionState;
  readonly lease: Lease;
  /** The same world for who stands at another tip. */
  readonly worldAt: (tip: Tip) => World;
  /** Throws where a run was asked to stop; never for the act of a person. */
  readonly throwIfStopRequested: () => Promise<void>;
}

/** A session at its newest checkpoint. */
export interface Tip {
  readonly record: SessionRecord;
  /** Its checkpoints, newest first. */
  readonly history: readonly Checkpoint[];
}

/** What this process knows of one working tree. It learns more with every look; nothing else of a drive changes. */
export interface Checkout {
  readonly tree: WorkingTree;
  /** No attempt has worked there yet: it was made, or moved, since the last one. */
  readonly isNewPlace: boolean;
  /** The worktree was made since an attempt worked there last: what that left is not in it. */
  readonly isMadeAnew: boolean;
  /** What it stood on when it was opened, before anything was brought in step. */
  readonly found: Footing;
  /** The same when it was last looked at: what is captured is of that. */
  footing: Footing;
  /** HEAD as the last checkpoint left it; in place, when the last attempt began. */
  head: { readonly commit: CommitId | null; readonly branch: string | null };
  /**
   * What the attempt before left without publishing it: its tree, and paths that are not in that although they are
   * there. What differs from it is somebody else's. Null: it left nothing beyond the tip.
   */
  unpublished: { readonly tree: TreeId; readonly besides: ReadonlySet<string> } | null;
  /** What stood in the way of the session's own files since an agent was last set to work, or since it was opened. */
  obstacles: readonly Obstacle[];
  /** What STATUS.md above its notes was last rendered as; null when this process has not written it. */
  rendered: string | null;
}

/** A session at its tip, whatever lies in its working tree. */
export interface AtTip extends Context, Tip {}

/** A session in its working tree, whatever its tip is. */
export interface CheckedOut extends Context {
  readonly checkout: Checkout;
}

/**
 * A session while this process holds its lease: the only way to change anything of it. A value: who publishes answers
 * the drive on the new tip, and whoever called goes on with that.
 */
export interface Drive extends AtTip, CheckedOut {}

/** The same drive on another tip. */
export const onTip = (drive: Drive, tip: Tip): Drive => ({ ...drive, ...tip, world: drive.worldAt(tip) });
