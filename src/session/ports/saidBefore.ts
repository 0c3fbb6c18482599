/** What people say of a session that no branch may say: it opens a door here, and never leaves this machine. */
import type { RejectedWord } from '../../model/agent/rejected.ts';
import type { CommitId, PhaseId, Timestamp } from '../../model/names/ids.ts';

/** What agents wanted while nobody was there to allow it, and what a person said of that since. */
export interface RejectedBox {
  /**
   * Notes what a phase asks about now, in the place of what it asked about before. Flushed.
   *
   * @param question hash of its text
   * @param acts hashes of those that a yes covers
   */
  ask(phase: PhaseId, question: string, acts: readonly string[]): Promise<void>;
  /** Notes an answer to that question for each of its acts, flushed. False: this machine has asked no such question. */
  answer(phase: PhaseId, question: string, word: SaidOfAct): Promise<boolean>;
  /** What was said last of an act in a phase; null: nothing. */
  said(phase: PhaseId, act: string): Promise<SaidOfAct | null>;
}

export interface SaidOfAct {
  readonly word: RejectedWord;
  readonly by: string;
  readonly at: Timestamp;
}

/** Phases that a person has approved before there was anything to look at. */
export interface BeforehandBox {
  all(): Promise<readonly Beforehand[]>;
  /** Flushed. Takes the place of what was said of the same phase before. */
  add(word: Beforehand): Promise<void>;
}

export interface Beforehand {
  /** As the workflow has it: of a phase that is repeated, for all of its items. */
  readonly phase: PhaseId;
  readonly by: string;
  readonly at: Timestamp;
  /** The tip of the session when it was said: it holds until somebody goes back, or says no. */
  readonly on: CommitId;
}
