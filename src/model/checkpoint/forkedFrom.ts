import type { SessionId } from '../names/ids.ts';

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
