import type { Before } from '../model/attempt/before.ts';
import type { Checkpoint } from '../model/checkpoint/checkpoint.ts';
import type { Footing } from '../model/capture/footing.ts';
import type { Obstacle } from '../model/gate/obstacle.ts';
import type { CommitId, PhaseId, RefName, SessionId, TreeId } from '../model/names/ids.ts';
import type { Isolation } from '../model/workflow/workflow.ts';
import type { Lease, SessionState, WorkingTree } from './ports.ts';
import type { SessionRecord } from './record/sessionRecord.ts';
import type { Spending } from './spending.ts';
import type { World } from './world.ts';

/** The world and a session, while this process holds its lease. */
export interface Context {
  /** Starts programs only if everything that the session runs at its tip is trusted here. */
  readonly world: World;
  readonly session: SessionId;
  readonly ref: RefName;
  readonly isolation: Isolation;
  /** Root of the session's working tree. */
  readonly root: string;
  readonly state: SessionState;
  readonly lease: Lease;
  /** Phases at work in other slots. */
  readonly beside: readonly PhaseId[];
  /** Slots in which others work, or end their work. */
  readonly busy: ReadonlySet<number>;
  /** What those and this one use up meanwhile. */
  readonly spending: Spending;
  /** The same world for another tip. */
  readonly worldAt: (tip: Tip) => World;
  /** Throws if a run was asked to stop; never during an act of a person. */
  readonly throwIfStopRequested: () => Promise<void>;
}

/** A session at its newest checkpoint. */
export interface Tip {
  readonly record: SessionRecord;
  /** Its checkpoints, newest first. */
  readonly history: readonly Checkpoint[];
}

/** What this process knows of one working tree. It grows with every look; nothing else of a drive changes. */
export interface Checkout {
  readonly tree: WorkingTree;
  /** Its number among those of the session, from 1. */
  readonly slot: number;
  /** True if no attempt has worked there yet: it was made or moved since the last one. */
  readonly isNewPlace: boolean;
  /** True until somebody is let work there, if this process has made it: only what it stands on lies in it. */
  isUntouched: boolean;
  /** What it stood on when it was opened, before anything was repaired. */
  readonly found: Footing;
  /** The same as of the last look, to which captures belong. */
  footing: Footing;
  /** HEAD as the last checkpoint left it; in place, as it was when the last attempt began. */
  head: { readonly commit: CommitId | null; readonly branch: string | null };
  /**
   * What the previous attempt left unpublished: its tree, and paths on disk that are not in that tree. Anything that differs
   * from it is somebody else's. Null if it left nothing beyond the tip.
   */
  unpublished: { readonly tree: TreeId; readonly besides: ReadonlySet<string> } | null;
  /** What its next attempt must know of that one, until a checkpoint has ended it. Null: nothing. */
  before: Before | null;
  /** What stood in the way of the session's own files since an agent last began, or since the session was opened. */
  obstacles: readonly Obstacle[];
  /**
   * The tree whose files of the engine this process has put there, STATUS.md apart, and in which nobody was seen to change any.
   * Null: each is looked at.
   */
  shows: TreeId | null;
  /** STATUS.md above its notes as last rendered; null if this process has not written it. */
  rendered: string | null;
}

/** A session at its tip, whatever its working tree holds. */
export interface AtTip extends Context, Tip {}

/** A session in its working tree, whatever its tip is. */
export interface CheckedOut extends Context {
  readonly checkout: Checkout;
}

/**
 * A session while this process holds its lease: the only way to change it. It is a value: publishing answers the drive on the
 * new tip, and the caller continues with that.
 */
export interface Drive extends AtTip, CheckedOut {
  /** The tip, where others were published since the one that the working tree stands on; null: it stands on the tip. */
  readonly ahead: Tip | null;
}

/**
 * The same drive on another tip, on which its working tree stands. Commits of agents are no longer looked for from before it.
 *
 * @param rests what was laid in its slot, and lies there still
 */
export function movedTo(drive: Drive, { record, history }: Tip, rests: TreeId | null = null): Drive {
  const { slot } = drive.record;
  const seen =
    slot === undefined ? record : { ...record, slot: { ...slot, rests, since: null, tip: record.commit } };
  return { ...drive, record: seen, history, ahead: null, world: drive.worldAt({ record, history }) };
}

/** The same drive where others have moved the tip: its working tree stands where it stood, with what lies there. */
export function passedBy(drive: Drive, tip: Tip): Drive {
  const { commit, tree, slot } = drive.record;
  if (slot === undefined || slot.tip === tip.record.commit) return drive;
  const record = { ...tip.record, commit, tree, slot: { ...slot, tip: tip.record.commit } };
  return { ...drive, record, history: tip.history, ahead: tip, world: drive.worldAt(tip) };
}

/** The tip of its session, whatever its working tree stands on. */
export function tipOf({ record, history, ahead }: Drive): Tip {
  if (ahead !== null) return ahead;
  const { slot: _ofThisSlot, ...tip } = record;
  return { record: tip, history };
}
