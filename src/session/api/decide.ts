import type { SessionId } from '../../model/names/ids.ts';
import type { PermissionAnswer } from '../../model/agent/permission.ts';
import type { ActResult } from '../results.ts';

/** A person's word. */
export interface Deciding {
  approve(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  reject(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  /** Answers what the agent at work asks (allow, always, deny), else the question of the session that waits. */
  answer(session: SessionId, text: string): Promise<ActResult>;
  /** Answers one thing that the agent at work asks. False: it was answered before, or waits no more. */
  permit(session: SessionId, id: string, answer: PermissionAnswer): Promise<boolean>;
  /** True for the one window or terminal that is to show it. */
  claimPermission(session: SessionId, id: string): Promise<boolean>;
  /** A note to the session at work: the prompt of its next attempt holds it. */
  steer(session: SessionId, text: string): Promise<ActResult>;
  cancel(session: SessionId): Promise<ActResult>;
}
