import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { PhaseDiff, RescueView } from '../results.ts';

/** What was set aside. */
export interface Rescues {
  rescues(session: SessionId): Promise<readonly RescueView[]>;
  rescueDiff(
    session: SessionId,
    n: number,
  ): Promise<{ readonly from: CommitId; readonly to: CommitId; readonly changed: PhaseDiff['changed'] }>;
  rescueApply(
    session: SessionId,
    n: number,
    paths: readonly string[],
  ): Promise<{
    readonly written: readonly string[];
    readonly skipped: readonly { readonly path: string; readonly why: string }[];
  }>;
  rescueDelete(session: SessionId, n: number): Promise<void>;
}
