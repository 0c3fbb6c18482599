import type { SessionId } from '../../model/names/ids.ts';
import type { PermissionAnswer } from '../../model/agent/permission.ts';
import type { ActResult } from '../results.ts';

/** A person's word. */
export interface Deciding {
  approve(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  reject(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  /** Answers what a running agent asks (allow, always, deny), or else the question that the session waits on. */
  /** @param phase the one that asks; null or left out: the only one that does */
  answer(session: SessionId, text: string, phase?: string | null): Promise<ActResult>;
  /** Answers one question of a running agent. False if it was answered before, or no longer waits. */
  permit(session: SessionId, id: string, answer: PermissionAnswer): Promise<boolean>;
  /** True for the one window or terminal that should show it. */
  claimPermission(session: SessionId, id: string): Promise<boolean>;
  /** Leaves a note for a running session: it reaches the prompt of its next attempt. */
  steer(session: SessionId, text: string): Promise<ActResult>;
  cancel(session: SessionId): Promise<ActResult>;
}
