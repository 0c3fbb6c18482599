import type { SessionId } from '../../model/names/ids.ts';
import type { TrustedView, TrustView } from '../trustResults.ts';

/** Which commands may run in this clone. */
export interface Trusting {
  /** What the session would run here, and whether that is trusted in this clone. Writes nothing. */
  commands(session: SessionId): Promise<TrustView & { readonly trusted: boolean }>;
  /** Records a person's trust in the commands of this hash; any others of the session are asked about again. */
  trust(session: SessionId, hash: string): Promise<void>;
  /** What is trusted in this clone. */
  trusted(): Promise<readonly TrustedView[]>;
  /** From now on a resume asks again. False if nothing was trusted. */
  withdrawTrust(session: SessionId): Promise<boolean>;
}
