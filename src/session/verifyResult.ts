import type { SessionId } from '../model/names/ids.ts';
import type { Warning } from './warning.ts';

export interface VerifyResult {
  readonly session: SessionId;
  readonly violations: readonly Violation[];
}

/** A rule that does not hold. `what`: a warning if there is something to do about it. */
export interface Violation {
  readonly rule: string;
  readonly where: string;
  readonly what: string | Warning;
}
