import type {
  Agents,
  Clock,
  Files,
  Ids,
  Leases,
  LoadTokenizer,
  Log,
  Processes,
  Repository,
  SecretScanner,
  StateStore,
} from './ports.ts';
import type { Point } from './points.ts';
import type { Progress } from './progress.ts';

/** Everything that a use case may touch. Roots build it; a use case takes the members that it needs. */
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
  /** sha256 in hexadecimal; text as UTF-8. */
  readonly sha256: (of: Uint8Array | string) => string;
  /** The same of what comes piece by piece. */
  readonly startHash: () => { add(bytes: Uint8Array): void; hex(): string };
  /** Runs a pure task for at most so many milliseconds; null: it took longer and was ended. */
  readonly withinTime: <T>(ms: number, task: () => T) => { readonly value: T } | null;
  readonly log: Log;
  /** `cairn/<version>` */
  readonly engine: string;
  /** A launcher of this very Cairn, for `CAIRN_BIN`. */
  readonly launcher: string;
  /** The caller's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Somebody sits at the window or terminal that this was started from: what a policy leaves to a person is asked. */
  readonly canAsk: boolean;
  /** `:` or `;` */
  readonly pathDelimiter: string;
  readonly settings: Settings;
  /** Called at every named place of {@link Point}; does nothing outside the recovery tests. */
  readonly reached: (point: Point) => void;
  /** What happens, as it happens; for whoever watches. */
  readonly onProgress: (progress: Progress) => void;
}

export interface Settings {
  /** `beside`: `<repo>.worktrees/<session>`; `inside`: below the common git dir's `cairn/`. */
  readonly worktreePlace: 'beside' | 'inside';
  /** Untracked files above this are not captured. Bytes; default 10 MB. */
  readonly maxFileBytes: number;
  /** A session that has added more than this to the repository says so. Bytes; default 100 MB. */
  readonly warnAddedBytes: number;
}
