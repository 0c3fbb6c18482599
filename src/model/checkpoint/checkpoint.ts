import type { CommitId, Timestamp, SessionId } from '../names/ids.ts';
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
  /** Of an approval, where it was looked up: work that others have passed is merged and judged before its phase is closed. */
  readonly leavesOpen?: boolean;
}

/** The session's own checkpoints, newest first, without those of the session it was forked from. */
export function ownCheckpoints(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const first = newestFirst.findIndex(({ trailers: { kind } }) => kind === 'opened' || kind === 'fork');
  return first === -1 ? newestFirst : newestFirst.slice(0, first + 1);
}

/** The checkpoint that a fork begins on. */
export interface ForkPoint {
  readonly session: SessionId;
  readonly seq: number;
}

/** Parses a fork's trailer `<session>@<seq>`; null if missing or malformed. */
export function forkedFrom(said: { readonly forkedFrom: string | null }): ForkPoint | null {
  const [, session, seq] = /^([a-z0-9][a-z0-9-]{2,62})@([1-9]\d{0,14})$/.exec(said.forkedFrom ?? '') ?? [];
  return session === undefined ? null : { session: session as SessionId, seq: Number(seq) };
}
