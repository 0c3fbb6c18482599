/** Mailboxes between people and a running session on this machine. */
import type { Timestamp } from '../../model/names/ids.ts';
import type { PermissionReply, PermissionRequest } from '../../model/agent/permissionRequest.ts';
import type { GivenWord } from '../../model/agent/givenWord.ts';
import type { SteerNote } from '../../model/agent/steerNote.ts';

/** What running agents ask a person, and the answers. Any window or terminal reads and writes here. */
export interface PermissionBox {
  ask(request: PermissionRequest): Promise<void>;
  /** Those that the owner of this epoch still waits for, oldest first. */
  open(epoch: number): Promise<readonly PermissionRequest[]>;
  /** True for the first answer. False if somebody has answered, or nobody waits any more. */
  answer(id: string, reply: PermissionReply): Promise<boolean>;
  answerTo(id: string): Promise<PermissionReply | null>;
  /** True for the first caller, which alone shows it to a person. */
  claim(id: string): Promise<boolean>;
  /** Nobody waits for it any more. */
  close(id: string): Promise<void>;
}

/** What people say of phases that wait while others work: whoever drives the session takes it up. */
export interface WordBox {
  /** False if something was said of that phase already. */
  give(word: GivenWord): Promise<boolean>;
  /** Those that were not taken up yet, oldest first. */
  list(): Promise<readonly GivenWord[]>;
  /** It is taken up, or taken back (null). */
  close(word: GivenWord, reply: WordReply | null): Promise<void>;
  /** What became of it, once; null as long as it was not taken up. */
  replyTo(word: GivenWord): Promise<WordReply | null>;
}

/** `refused`: why it was not possible, as an error of ours says it; null if it was done. */
export interface WordReply {
  readonly refused: { readonly code: string; readonly details: unknown } | null;
}

/** Commands that may run here, by hash. Never leaves this machine. */
export interface TrustBox {
  /** Oldest first; null if nothing was noted yet, not even that nothing is trusted. */
  all(): Promise<readonly Trusted[] | null>;
  /** Flushed. A hash that is there already stays as it was. */
  add(trusted: Trusted): Promise<void>;
  /** Notes that nothing is trusted any more. */
  clear(): Promise<void>;
}

/** Commands of a session that were trusted here. */
export interface Trusted {
  /** From `commandsHash`. */
  readonly hash: string;
  readonly at: Timestamp;
  /**
   * How they came to be trusted. `opened`: with the session, in this clone. `forked`: with the session that this one was forked
   * from here. `changed`: the person changed the workflow here. `said`: the person was shown them, or gave `--trust`.
   */
  readonly how: 'opened' | 'forked' | 'changed' | 'said';
}

/** Notes of people that no record holds yet. */
export interface NoteBox {
  add(note: SteerNote): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly SteerNote[]>;
  remove(id: string): Promise<void>;
}
