import type { Question } from '../model/checkpoint/phaseRecord.ts';
import type { PlannedItems } from '../model/items/plannedItems.ts';
import type { CommitId } from '../model/names/ids.ts';

/** What a person is asked. */
export interface Asked {
  readonly text: string;
  readonly options: readonly string[];
  readonly kind: 'approval' | 'packet' | 'question' | 'work' | 'permission';
  /** What the engine asks about; absent where the agent asks. */
  readonly about?: Exclude<Question['about'], undefined>;
  /** Where the work of a phase does not merge, and with the work of which others. */
  readonly conflict?: Exclude<Question['conflict'], undefined>;
  /** In place with HEAD elsewhere: the git command that must come first, as a person types it. */
  readonly back?: string;
  /** For a yes to a phase that writes lists: the phases as they will run, as the lists lie there. */
  readonly expands?: readonly PlannedItems[];
  /** True for work that the workflow does not assign to a person: an agent may do it once one is found. */
  readonly handOver?: true;
}

/** A merge that a person is asked about, as it lies in a working tree. */
export interface LaidConflict {
  /** Absolute path of the working tree. */
  readonly root: string;
  /** What both sides began with. */
  readonly base: CommitId;
  /** The work of the phase. */
  readonly own: CommitId;
  /** The checkpoint that it does not merge with. */
  readonly published: CommitId;
  /** False where not every side has a place in a file for marks: nothing was laid. */
  readonly hasMarks: boolean;
}
