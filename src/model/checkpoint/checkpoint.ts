import type { CommitId, Timestamp } from '../names/ids.ts';
import type { Trailers } from './trailers.ts';

/** One commit of the session branch that is a checkpoint. */
export interface Checkpoint {
  readonly commit: CommitId;
  readonly parent: CommitId | null;
  /** `updated`, else committer time (whole seconds): informative. Order comes from parents, then `seq`. */
  readonly at: Timestamp;
  /** Author as `Name <mail>`. */
  readonly by: string;
  readonly subject: string;
  readonly trailers: Trailers;
}
