import type { SessionId, Timestamp } from '../../model/names/ids.ts';

/** Who drives what; `key` is a session id or the key of a working tree. */
export interface Leases {
  /** Takes the lease, or says who has it. Provably dead owners are replaced at once, silent ones after a whole lease time. */
  take(
    key: string,
    about: { readonly session: SessionId; readonly run: string | null },
  ): Promise<Lease | LeaseHeld>;
  peek(key: string): Promise<LeaseView>;
}

export interface Lease {
  readonly epoch: number;
  /** Aborts when somebody else took over. */
  readonly lost: AbortSignal;
  /** Looks whether it is still ours, whatever the heartbeat has seen; if not, aborts `lost` and throws its reason, `lease/held`. */
  confirm(): Promise<void>;
  /** As `confirm`, for each step of long work: does not look again where it has looked within the last 50 ms. */
  reconfirm(): Promise<void>;
  /** True: the previous owner did not release it. */
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
