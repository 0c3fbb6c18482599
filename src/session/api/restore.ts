import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { ActResult, ForkPreview, RestoreResult } from '../results.ts';

export type RestoreTarget = { readonly to: string } | { readonly undo: true };

/** As commits of the person on a new branch. */
export interface LandOnBranch {
  readonly branch: string;
  /** One for all of it, which is the default, or one for each phase that changed something. */
  readonly commits?: 'one' | 'phase';
}

/** Restore, fork, land, cancel, delete. */
export interface Restoring {
  /** `dryRun` writes nothing and answers `commit: null`. */
  restore(
    session: SessionId,
    target: RestoreTarget,
    options: { readonly dryRun: boolean },
  ): Promise<RestoreResult>;
  /**
   * Begins another session on a checkpoint of this one, which stays as it is and may be running. Answers the new one.
   *
   * @param to a phase (the latest checkpoint that closed it), a seq, or `opened`
   */
  fork(session: SessionId, to: string, options: { readonly id: string | null }): Promise<ActResult>;
  /** What a fork would begin with. Writes nothing. */
  previewFork(session: SessionId, to: string, options: { readonly id: string | null }): Promise<ForkPreview>;
  /** `onlyDone`: refuses what is not done; `notRed`: what is, with checks that did not pass. `commits`: those that were made, oldest first. */
  land(
    session: SessionId,
    how: (LandOnBranch | { readonly apply: true }) & {
      readonly onlyDone?: boolean;
      readonly notRed?: boolean;
    },
  ): Promise<
    ActResult & {
      readonly branch: string | null;
      readonly changed: readonly string[];
      readonly commits: readonly CommitId[];
    }
  >;
  delete(session: SessionId, options: { readonly purge: boolean }): Promise<ActResult>;
}
