import type {
  Agents,
  Clock,
  Files,
  Ids,
  Leases,
  LoadShellReader,
  LoadTokenizer,
  Log,
  Processes,
  Repository,
  SecretScanner,
  StateStore,
} from './ports.ts';
import type { Timestamp } from '../model/names/ids.ts';
import type { Point } from './points.ts';
import type { Progress } from './progress.ts';

/** Everything that a use case may touch. Roots build it; each use case takes the members it needs. */
export interface World {
  readonly repository: Repository;
  readonly state: StateStore;
  readonly leases: Leases;
  readonly files: Files;
  readonly processes: Processes;
  readonly agents: Agents;
  readonly secrets: SecretScanner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokenizer: LoadTokenizer;
  readonly shellReader: LoadShellReader;
  /** SHA-256 in hexadecimal; text as UTF-8. */
  readonly sha256: (of: Uint8Array | string) => string;
  /** The same, piece by piece. */
  readonly startHash: () => { add(bytes: Uint8Array): void; hex(): string };
  /** Runs a pure task for at most this many milliseconds; null if it took longer and was ended. */
  readonly withinTime: <T>(ms: number, task: () => T) => { readonly value: T } | null;
  readonly log: Log;
  /** `cairn/<version>` */
  readonly engine: string;
  /** Path of a launcher of this very Cairn, for `CAIRN_BIN`; written at the first call. */
  readonly launcher: () => Promise<string>;
  /** The caller's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if somebody sits at the window or terminal that started this: a policy may then ask them. */
  readonly canAsk: boolean;
  /** Who said the word that is being carried out, and when, where that was in another process; absent: whoever runs this one, now. */
  readonly said?: { readonly by: string; readonly at: Timestamp };
  /** `:` or `;` */
  readonly pathDelimiter: string;
  readonly settings: Settings;
  /** Called at every {@link Point}; does nothing outside the recovery tests. */
  readonly reached: (point: Point) => void;
  /** Receives every event as it happens. */
  readonly onProgress: (progress: Progress) => void;
}

export interface Settings {
  /** `beside`: `<repo>.worktrees/<session>`; `inside`: below the common git dir's `cairn/`. */
  readonly worktreePlace: 'beside' | 'inside';
  /** Larger untracked files are not captured. Bytes; default 10 MB. */
  readonly maxFileBytes: number;
  /** Warn once a session has added more than this to the repository. Bytes; default 100 MB. */
  readonly warnAddedBytes: number;
  /** How long all checks may take before anything is changed; 0: none is run then. Milliseconds; default 10 minutes. */
  readonly baselineMs: number;
}
