/** The values that the use cases answer: the `--json` output, except for what an edge puts into words. */
import type { ForkPoint } from '../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, RefName, SessionId, Timestamp } from '../model/names/ids.ts';
import type { PermissionRequest } from '../model/agent/permissionRequest.ts';
import type { SteerNote } from '../model/agent/steerNote.ts';
import type { Checked } from '../model/status/statusWords.ts';
import type { Usage } from '../model/attempt/usage.ts';
import type { Stopped } from './stopped.ts';
import type { Warning } from './warning.ts';
import type { Isolation } from '../model/workflow/workflow.ts';
import type { Asked } from './askedResults.ts';
import type { PhaseView } from './phaseResults.ts';

export type * from './askedResults.ts';
export type * from './phaseResults.ts';
export type * from './restoreResults.ts';
export type * from './agentsFound.ts';

/** Where `start` or `resume` stopped. */
export interface Outcome {
  readonly session: SessionId;
  readonly reason:
    | 'completed'
    | 'paused'
    | 'waiting'
    | 'blocked'
    | 'cancelled'
    | 'interrupted'
    | 'lease-held';
  readonly seq: number;
  readonly state: string;
  /** What stands behind a session that is done; absent of another. */
  readonly checked?: Checked | null;
  readonly phase: PhaseId | null;
  readonly commit: CommitId | null;
  readonly stopped: Stopped;
  /** On a resume of a waiting session: which files changed since the question was asked. */
  readonly changed?: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[];
  /** In place with HEAD where nothing can be approved or captured: the git command that goes back. */
  readonly elsewhere?: {
    readonly was: string;
    readonly now: string;
    readonly back: string;
    /** True if it is also the question: it is said once. */
    readonly isQuestion: boolean;
  };
}

/** The result of an act (`approve reject answer cancel stop delete fork land`); of a fork: the new session. */
export interface ActResult {
  readonly session: SessionId;
  readonly seq: number;
  readonly commit: CommitId | null;
  readonly state: string;
  /** Of `land`: what stands behind a session that is done; null of another. */
  readonly checked?: Checked | null;
}

export interface StatusView extends LandedFacts {
  readonly schema: 1;
  readonly session: SessionId;
  readonly title: string;
  readonly workflow: string;
  readonly branch: string;
  /** Absolute path of the working tree, or null if this machine has none yet. */
  readonly worktree: string | null;
  readonly isolation: Isolation;
  /**
   * A stored state, or `interrupted` / `paused` if a running session has no owner, `damaged` if a power loss took objects or
   * the ref of its tip, `unknown` for any other word.
   */
  readonly state: string;
  /** What stands behind it once it is done; null before, and where nobody wrote it down. */
  readonly checked: Checked | null;
  readonly seq: number;
  /** The phases that are worked on or come next; empty when none do. */
  readonly next: readonly PhaseId[];
  /** The attempts under way, each in a working tree of its own where phases work side by side. */
  readonly working: readonly {
    readonly phase: PhaseId;
    readonly attempt: number;
    readonly slot: number;
    /** Absolute path; null if it has none any more. */
    readonly worktree: string | null;
    readonly since: Timestamp;
  }[];
  readonly plan: string;
  /** Forks only: `<session>@<seq>` of the checkpoint that it begins on. */
  readonly forkedFrom?: string;
  /** The value of each input of its workflow; absent where that has none. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** The file that it is run for; absent where its workflow names none. */
  readonly result?: ResultView;
  /** True if it is done, and nothing outside of `.cairn/` is other than where it began: there is nothing to land. Absent otherwise. */
  readonly changedNothing?: true;
  /** Number of files in the working tree that differ from the tip and would be in the next checkpoint. */
  readonly leftovers: number;
  readonly phases: readonly PhaseView[];
  readonly rescues: readonly RescueView[];
  /** Bytes that its checkpoints and rescues added to the repository, as git stores them; null if this clone cannot say. */
  readonly addedBytes: number | null;
  /** Over all phases, as far as their agents told; null if none did. */
  readonly usage: Usage | null;
  /** When its first checkpoint was made; absent if this clone does not have that one. */
  readonly opened?: Timestamp;
  /** How long agents worked, over all attempts of all phases. Milliseconds; absent if not measured. */
  readonly workedMs?: number;
  readonly effects: { readonly done: number; readonly failed: number; readonly inDoubt: number };
  /** Effects in doubt, oldest first: a person must say whether they happened. */
  readonly doubts: readonly {
    readonly key: string;
    readonly command: readonly string[];
    readonly at: Timestamp;
    /** The phase that wanted it; null if a person did. */
    readonly phase: PhaseId | null;
    /** Not begun here: its phase ran elsewhere. `at` is when it was requested. */
    readonly elsewhere?: true;
  }[];
  readonly warnings: readonly Warning[];
  /**
   * Why writes would be refused: a newer Cairn wrote it (`newer-schema`), or a record cannot be read (`unreadable`; a restore
   * to a readable checkpoint is possible). The first warning says which. Absent if neither.
   */
  readonly readOnly?: 'newer-schema' | 'unreadable';
  /** True if the tip was not published from here: a resume continues from it only if told to trust it. */
  readonly untrusted?: boolean;
  /**
   * True if the commands it would run are not trusted in this clone: a resume shows them and asks first. The warnings say so.
   */
  readonly asksTrust?: boolean;
  /** The open question or what is missing, in words; null if it waits for nobody. Of several, the first. */
  readonly question: Asked | null;
  /** What each phase that waits, waits for, whatever the others do. */
  readonly questions: readonly (Asked & { readonly phase: PhaseId })[];
  /** What the running agent asks a person to allow, oldest first. */
  readonly permissions: readonly PermissionRequest[];
  /** Notes of people that no prompt has held yet, oldest first. */
  readonly notes: readonly Pick<SteerNote, 'at' | 'by' | 'text'>[];
  /** When the next attempt begins, while the agent's provider refuses; absent if it waits for none. */
  readonly waitsUntil?: Timestamp;
  /** Its owner, in words; null if it has none. */
  readonly drivenBy: string | null;
}

export interface ResultView {
  /** From the root of the repository. */
  readonly path: string;
  /** False as long as no phase that makes it is done. */
  readonly present: boolean;
  readonly bytes: number;
  /** Of a JSON file of at most 64 KB, what it says. */
  readonly value?: unknown;
}

/** The output of an attempt on this machine; `errors`: its standard error, if not empty. */
export interface AttemptOutput {
  readonly attempt: number;
  readonly agent: boolean;
  readonly errors: boolean;
}

export interface PhaseOutput {
  /** Absolute: the output of the agent. */
  readonly file: string;
  readonly text: string;
  /** Files whose end alone is in the text; sizes in bytes. */
  readonly cut: readonly { readonly file: string; readonly bytes: number }[];
}

export interface RescueView {
  readonly number: number;
  readonly ref: RefName;
  readonly at: Timestamp;
  readonly why: string;
  readonly files: number;
}

/** Of a session that is done, where what it has now was landed from this clone. */
export interface LandedFacts {
  readonly landed?: true;
  /** The branch that it was landed as last; absent where it came as uncommitted changes. */
  readonly landedOn?: string;
}

export interface SessionSummary extends LandedFacts {
  readonly session: SessionId;
  readonly title: string;
  readonly workflow: string;
  readonly state: string;
  /** What stands behind it once it is done; null before, and where nobody wrote it down. */
  readonly checked: Checked | null;
  readonly seq: number;
  /** The phases that are worked on or come next; empty when none do. */
  readonly next: readonly PhaseId[];
  /** The phases that wait for a person, also while others work. */
  readonly waiting: readonly PhaseId[];
  readonly updated: Timestamp;
  readonly branch: string;
  /** `<session>@<seq>` of the checkpoint that it begins on; only of a fork. */
  readonly forkedFrom?: string;
  /** True if a process of this machine drives it right now. */
  readonly driven: boolean;
  /** True if it is only on a remote-tracking branch. */
  readonly remote: boolean;
  /** What is damaged, and the last good checkpoint; only if the state is `damaged`. */
  readonly problem?: Warning;
}

export interface LogEntry {
  readonly seq: number;
  /** A checkpoint kind, or a newer version's unknown word as found. */
  readonly kind: string;
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  /** In which it left the session. */
  readonly state: string;
  /** What stands behind a session that it left done; null of another state, and where nobody wrote it down. */
  readonly checked: Checked | null;
  readonly commit: CommitId;
  readonly at: Timestamp;
  readonly by: string;
  readonly subject: string;
  /** True if a later restore went back behind it. */
  readonly superseded: boolean;
  /** True if those before it are not in this clone, which is shallow. */
  readonly olderMissing?: true;
  /** Forks only: the session that it begins on, and its checkpoints up to there, oldest first. */
  readonly forkedFrom?: ForkPoint & { readonly log: readonly LogEntry[] };
}

/** One thing that a phase handed on. */
export interface LedgerEntry {
  /** Unique in the session: the folder of its phase and a number, `02-plan.3`; of the beginning `opened.1`. */
  readonly id: string;
  /** A word of `SECTION_WORDS`. */
  readonly section: string;
  /** Null for the beginning. */
  readonly phase: PhaseId | null;
  /** Number of the checkpoint that published it, in the session that wrote it. */
  readonly seq: number;
  readonly text: string;
  /** The id of the item that answered it, if it is a question; of a file, of that by which it was handed on anew. */
  readonly closedBy: string | null;
  /** The phase at whose packet a person took it out. */
  readonly removedBy: PhaseId | null;
}
