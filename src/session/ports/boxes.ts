/** What people and a session at work leave for each other on this machine. */
import type { Timestamp } from '../../model/names/ids.ts';
import type { PermissionReply, PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { SteerNote } from '../../model/agent/steerNote.ts';

/** What agents at work ask a person, and the answers: any window or terminal reads and writes here. */
export interface PermissionBox {
  ask(request: PermissionRequest): Promise<void>;
  /** Those that the owner of this epoch still waits for, oldest first. */
  open(epoch: number): Promise<readonly PermissionRequest[]>;
  /** True for the first who answers. False: somebody has, or nobody waits for it any more. */
  answer(id: string, reply: PermissionReply): Promise<boolean>;
  answerTo(id: string): Promise<PermissionReply | null>;
  /** True for the first who wants to show it to a person: nobody else does then. */
  claim(id: string): Promise<boolean>;
  /** Nobody waits for it any more. */
  close(id: string): Promise<void>;
}

/** Commands that may be run here, by their hash; only the person's own machine may open it. */
export interface TrustBox {
  /** Oldest first; null: nobody has noted anything yet, not even that nothing is trusted. */
  all(): Promise<readonly Trusted[] | null>;
  /** Flushed. Once more of the same hash: as it was. */
  add(trusted: Trusted): Promise<void>;
  /** From now on nothing is, and that is noted. */
  clear(): Promise<void>;
}

/** Commands of a session that were trusted here. */
export interface Trusted {
  /** As `commandsHash` has it. */
  readonly hash: string;
  readonly at: Timestamp;
  /**
   * `opened`: with the session, in this clone. `forked`: with the session that this one was forked from here. `changed`: the
   * person changed the workflow here. `said`: they were shown, or `--trust` was given.
   */
  readonly how: 'opened' | 'forked' | 'changed' | 'said';
}

/** What people told the session that no record holds yet. */
export interface NoteBox {
  add(note: SteerNote): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly SteerNote[]>;
  remove(id: string): Promise<void>;
}
