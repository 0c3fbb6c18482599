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
}

/** Those of the session itself, newest first: what it was forked from comes behind its first one. */
export function ownCheckpoints(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const first = newestFirst.findIndex(({ trailers: { kind } }) => kind === 'opened' || kind === 'fork');
  return first === -1 ? newestFirst : newestFirst.slice(0, first + 1);
}

/** The checkpoint that a session begins on which is a fork. */
export interface ForkPoint {
  readonly session: SessionId;
  readonly seq: number;
}

/** `<session>@<seq>`, as the trailer of a fork has it; null: it is no such text, or there is none. */
export function forkedFrom(said: { readonly forkedFrom: string | null }): ForkPoint | null {
  const [, session, seq] = /^([a-z0-9][a-z0-9-]{2,62})@([1-9]\d{0,14})$/.exec(said.forkedFrom ?? '') ?? [];
  return session === undefined ? null : { session: session as SessionId, seq: Number(seq) };
}
