import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import type { PermissionAnswer } from '../../model/agent/permissionWords.ts';
import type { ActResult, LaidConflict } from '../results.ts';

/** A person's word. */
export interface Deciding {
  approve(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  reject(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  /** Answers what a running agent asks (allow, always, deny), or else the question that the session waits on. */
  /** @param phase the one that asks; null or left out: the only one that does */
  answer(session: SessionId, text: string, phase?: string | null): Promise<ActResult>;
  /**
   * Lays a merge that a person is asked about in the phase's working tree, with marks where it is open: what lies there by the time of
   * the answer is what its next attempt begins with.
   *
   * @throws `usage/not-possible` where the phase waits for something else
   */
  layConflict(session: SessionId, phase: PhaseId): Promise<LaidConflict>;
  /** Answers one question of a running agent. False if it was answered before, or no longer waits. */
  permit(session: SessionId, id: string, answer: PermissionAnswer): Promise<boolean>;
  /** True for the one window or terminal that should show it. */
  claimPermission(session: SessionId, id: string): Promise<boolean>;
  /** Leaves a note for a running session: it reaches the prompt of its next attempt. */
  steer(session: SessionId, text: string): Promise<ActResult>;
  cancel(session: SessionId): Promise<ActResult>;
  /** Remembers that a word was just said to it on a command line: a resume that names no session right behind that is about it. */
  noteWord(word: Pick<ActResult, 'session'>): Promise<void>;
}
