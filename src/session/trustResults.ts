import type { ErrorDetails } from '../base/cairnError.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { Trusted } from './ports.ts';

/** Every command that a session would run on this machine, and where it comes from. */
export type TrustView = ErrorDetails['data/untrusted-commands'];

/** Commands of a session that may be run in this clone. */
export interface TrustedView extends Trusted {
  readonly session: SessionId;
}
