import type { SessionId, Timestamp } from '../../model/names/ids.ts';

/** Who owns what. `key` is a session id or the key of a working tree. */
export interface Leases {
  /** Takes the lease, or answers who has it. Replaces a provably dead owner at once, a silent one after a whole lease time. */
  take(
    key: string,
    about: { readonly session: SessionId; readonly run: string | null },
  ): Promise<Lease | LeaseHeld>;
  peek(key: string): Promise<LeaseView>;
}

export interface Lease {
  readonly epoch: number;
  /** Aborts once somebody else has taken over. */
  readonly lost: AbortSignal;
  /**
   * Checks that it is still ours, whatever the heartbeat has seen. If not, aborts `lost` and throws its reason, `lease/held`.
   */
  confirm(): Promise<void>;
  /** `confirm` for each step of long work: skips the check if it ran within the last 50 ms. */
  reconfirm(): Promise<void>;
  /** True if the previous owner did not release it. */
  readonly tookOver: boolean;
  release(): Promise<void>;
}

export interface LeaseHeld {
  readonly heldBy: string;
  readonly session: SessionId;
  readonly since: Timestamp;
}

export type LeaseView =
  | { readonly held: false; readonly epoch: number }
  | {
      readonly held: true;
      readonly epoch: number;
      readonly by: string;
      readonly session: SessionId;
      readonly since: Timestamp;
      readonly pid: number;
      readonly here: boolean;
    };
