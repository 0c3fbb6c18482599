import type { SessionId } from '../../model/names/ids.ts';
import type { TrustedView, TrustView } from '../trustResults.ts';

/** Which commands may run in this clone. */
export interface Trusting {
  /** What the session would run here, and whether that is trusted in this clone. Reads only. */
  commands(session: SessionId): Promise<TrustView & { readonly trusted: boolean }>;
  /** A person's word for the commands of this hash; others of the session are asked about again. */
  trust(session: SessionId, hash: string): Promise<void>;
  /** What is trusted in this clone. */
  trusted(): Promise<readonly TrustedView[]>;
  /** From now on a resume asks again. False: nothing was trusted. */
  withdrawTrust(session: SessionId): Promise<boolean>;
}
