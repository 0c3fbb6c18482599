import type { CairnError, Problem } from '../../base/cairnError.ts';

/** What was found of a machine and of a folder on it. Each part was looked at by itself, for a limited time. */
export interface MachineFacts {
  readonly git: GitFact;
  readonly node: NodeFact;
  readonly agents: readonly AgentFact[];
  readonly auto: AutoFact;
  readonly folder: FolderFact;
  /** The file systems that are written to. */
  readonly places: readonly PlaceFact[];
  readonly watching: WatchingFact;
  readonly settings: readonly SettingsFact[];
}

export interface GitFact {
  /** An absolute path; null: it is on no absolute folder of PATH outside of the repository. */
  readonly program: string | null;
  /** False where no program is to be started; what it would say is not known then. */
  readonly isAsked: boolean;
  /** Null: it was not asked, or did not say so in time. */
  readonly version: string | null;
  readonly isEnough: boolean;
  readonly needed: string;
}

export interface NodeFact {
  readonly version: string;
  readonly program: string;
  readonly isEnough: boolean;
  readonly needed: string;
}

export interface AgentFact {
  readonly name: string;
  readonly isAsked: boolean;
  readonly version: string | null;
  readonly program: string | null;
  readonly login: AgentLogin | null;
  /** It works in the window of VS Code, and this is none. */
  readonly isElsewhere: boolean;
}

/** Whether an agent is logged in, as far as its files and variables tell. Their contents are not read. */
export interface AgentLogin {
  /** `none`: nothing of it is where the agent keeps it; `unknown`: it may be kept where no file tells. */
  readonly is: 'found' | 'none' | 'unknown';
  /** The file or variable that tells. */
  readonly by: string | null;
  /** What a person types to log in. */
  readonly command: string;
}

/** Who does phases that name nobody. */
export type AutoFact =
  | { readonly is: 'agent' | 'person'; readonly name: string; readonly because: string }
  /**
   * `nobody`: no agent is found, and no person said that they do the work, which a window begins with all the same; `gone`: the chosen
   * one cannot work here. `install`: what installs one, where that is known.
   */
  | {
      readonly is: 'nobody' | 'gone';
      readonly name: string;
      readonly because: string;
      readonly install: string | null;
      readonly isRefused: boolean;
    }
  /** No agent would be started. Null: settings cannot be read, which is told with them. */
  | { readonly is: 'refused'; readonly error: CairnError | null };

export type FolderFact =
  | { readonly kind: 'none' | 'restricted' }
  | { readonly kind: 'repository'; readonly root: string; readonly hasCommit: boolean }
  /** What a session would be refused with; null: there is no git to ask, or it did not answer in time. */
  | { readonly kind: 'refused'; readonly folder: string; readonly error: CairnError | null };

export type PlaceName = 'repository' | 'worktrees' | 'cache' | 'state' | 'settings' | 'temporary';

export interface PlaceFact {
  readonly name: PlaceName;
  readonly path: string;
  /** Null: something was written there and removed again; else the code of the system, or `late`. */
  readonly refused: string | null;
  /** Bytes; null if the system does not say. */
  readonly free: number | null;
}

export interface WatchingFact {
  /** Milliseconds until a change was told; null: it was not. */
  readonly tookMs: number | null;
  /** Of inotify, on Linux. */
  readonly limits: { readonly watches: number; readonly instances: number } | null;
}

export interface SettingsFact {
  readonly file: string;
  readonly isThere: boolean;
  readonly problems: readonly Problem[];
  /** It could not be read at all. */
  readonly refused: string | null;
}
