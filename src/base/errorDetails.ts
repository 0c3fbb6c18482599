import type { AgentNotFound } from './agentNotFound.ts';
import type { GhFault, NoIssue } from './issueFault.ts';
import type { NobodyWorks } from './nobodyWorks.ts';
import type { UnseenCommands, UntrustedCommands } from './untrustedCommands.ts';
import type { UnknownPhase } from './unknownPhase.ts';
import type { LastGood, SessionTrace } from './sessionTrace.ts';
import type { InputFault } from './inputFault.ts';
import type { Given, Refusal, RefusedAct } from './refusal.ts';
import type { SandboxFault } from './sandboxFault.ts';
import type { WhichSession } from './whichSession.ts';

/**
 * What prevented an answer, as facts. The edge turns code and details into sentences, in one table.
 *
 * The prefix of a code says who is asked to act and decides the exit code:
 * `usage/` and `workflow/` 2 · `lease/` 6 · `data/` 7 · `repo/`, `git/` and `machine/` 8 · `internal/` 1.
 */
export interface ErrorDetails {
  /** `what`: the words that are wrong, or what was given; '' where the whole is meant. */
  'usage/invalid': { readonly what: string | Given; readonly why: string };
  /** `file`: the workflow that asks for inputs. */
  'usage/inputs': { readonly file: string; readonly faults: readonly InputFault[] };
  'usage/unknown-session': {
    readonly session: string;
    readonly searched: readonly string[];
    /** The sessions that exist, if that was looked up. */
    readonly sessions?: readonly string[];
    /** What remains of it; omitted if nothing does. */
    readonly trace?: SessionTrace;
  };
  'usage/unknown-phase': UnknownPhase;
  'usage/which-session': WhichSession;
  'usage/no-session': Record<string, never>;
  /** A resume was given more words than a session. */
  'usage/several-sessions': { readonly words: readonly string[] };
  /** A resume was given a request; `session`: which it named, if any. */
  'usage/new-request': { readonly session: string | null };
  'usage/session-id': { readonly id: string; readonly why: string };
  'usage/session-used': {
    readonly id: string;
    readonly where: string;
    /** `session` (the default): it can be resumed. `deleted`: what a deletion keeps. `files`: a folder of that name. */
    readonly by?: 'session' | 'deleted' | 'files';
  };
  'usage/not-possible': { readonly act: RefusedAct; readonly session: string; readonly refusal: Refusal };
  'usage/no-issue': NoIssue;
  'usage/inside-phase': { readonly act: string; readonly phase: string };
  'workflow/not-found': {
    readonly workflow: string;
    readonly searched: readonly string[];
    /** Names of the workflows that there are; a runner of an older version says none. */
    readonly known?: readonly string[];
  };
  /** `file`: of agent settings, or the name of the setting of an editor. */
  'usage/settings': BadFile;
  'workflow/invalid': BadFile;
  /** `.cairn/config.yaml` is not valid, or names a workflow that is not there. */
  'workflow/config': BadFile;
  'workflow/artifact-ignored': BadFile & { readonly paths: readonly string[] };
  'lease/held': { readonly session: string; readonly holder: string; readonly since: string };
  'data/corrupt': BadFile & OfCommit;
  'data/newer-schema': OfCommit & { readonly file: string; readonly found: number; readonly known: number };
  /** The only thing wrong is words that this version does not know. */
  'data/unknown-word': BadFile & OfCommit;
  'data/schema-missing': OfCommit & { readonly file: string };
  /** `of`: the other session whose checkpoints are there. */
  'data/no-checkpoint': { readonly session: string; readonly branch: string; readonly of?: string };
  /** `object`: an id, or the name of a ref that says none. `session`: whose it is, where that was looked up. */
  'data/missing-object': {
    readonly object: string;
    readonly session?: string;
    readonly lastGood: LastGood | null;
  };
  /**
   * A tree with entries that must reach no disk and no index; the first of them. `commit`: whose tree it is, where that is
   * what was to be written.
   */
  'data/unsafe-tree': {
    readonly commit: string | null;
    readonly tree: string;
    /** `why`: a word of `model/names/treeFaults.ts`. */
    readonly entries: readonly { readonly path: string; readonly why: string }[];
  };
  'data/untrusted-tip': {
    readonly session: string;
    /** Its name: what was published elsewhere need be no checkpoint, which no log of ours shows. */
    readonly branch: string;
    readonly warnings: readonly string[];
  };
  'data/untrusted-commands': UntrustedCommands;
  'data/unseen-commands': UnseenCommands;
  'data/effect-changed': {
    readonly session: string;
    readonly key: string;
    /** What is recorded under the key. */
    readonly recorded: readonly string[];
  };
  'data/effect-in-doubt': {
    readonly session: string;
    readonly key: string;
    /** Its command. */
    readonly recorded: readonly string[];
    /** Why the probe could not say; null if there is no probe. */
    readonly probe: string | null;
    /** When its intent was recorded; null: nobody began it here, and its phase was at work elsewhere. */
    readonly begun: string | null;
  };
  'data/too-large': { readonly what: string; readonly bytes: number; readonly limit: number };
  'lease/overtaken': {
    readonly ref: string;
    readonly expected: string | null;
    readonly found: string | null;
  };
  'data/restore-failed': { readonly session: string; readonly differing: readonly string[] };
  'data/violations': { readonly session: string; readonly count: number };
  'repo/plan-changed': {
    readonly session: string;
    readonly changes: readonly string[];
    /** Which workflow was asked for; left out: the session's own, as it was edited. */
    readonly workflow?: string;
  };
  'repo/behind-remote': {
    readonly session: string;
    /** Without `refs/heads/`; `tracking`, the remote-tracking branch, without `refs/remotes/`. */
    readonly branch: string;
    readonly local: string;
    readonly tracking: string;
    readonly remote: string;
    readonly relation: 'behind' | 'diverged';
  };
  'repo/head-moved': {
    readonly session: string;
    readonly expected: string;
    readonly found: string;
    /** The command that goes back there, as one would type it. */
    readonly back: string;
  };
  /** The working tree of a session is not what it was when work there began. */
  'repo/tree-changed': {
    readonly session: string;
    readonly path: string;
    /** `untied`: its `.git` leads nowhere, or to another repository. */
    readonly what: 'gone' | 'replaced' | 'untied' | 'head';
    /** Where HEAD was, and where it is now. */
    readonly expected?: string;
    readonly found?: string;
  };
  'repo/forbidden-folder': { readonly folder: string; readonly what: string };
  'repo/worktree-place': { readonly path: string; readonly why: string };
  'repo/branch-checked-out': { readonly branch: string; readonly worktree: string };
  'repo/branch-refused': { readonly branch: string; readonly why: string };
  'repo/ref-in-the-way': { readonly ref: string; readonly other: string };
  /** Repositories and working trees inside what would be removed that hold work found nowhere else. */
  'repo/nested-work': {
    readonly session: string;
    /** The working tree that would be removed. */
    readonly folder: string;
    readonly nested: readonly { readonly path: string; readonly why: string }[];
  };
  /** A shallow clone, or one of which something was lost: the work of a phase that is not done is not in it. */
  'repo/held-missing': { readonly session: string; readonly phase: string; readonly commit: string };
  /** A shallow clone: what the session began on is not in it. */
  'repo/base-missing': { readonly session: string; readonly commit: string };
  /** A shallow clone: of the session it has the checkpoints from `first` on only. */
  'repo/history-missing': { readonly session: string; readonly first: number };
  'repo/land-conflict': {
    readonly session: string;
    /** Whose commit of several it is, where all of them together do not conflict. */
    readonly phase?: string;
    readonly files: readonly string[];
    /** What is open, of which files; none where they could not be written. */
    readonly conflicts: readonly { readonly kind: string; readonly paths: readonly string[] }[];
  };
  'repo/land-refused': { readonly why: string; readonly output: string };
  'git/not-found': { readonly tried: string };
  'git/too-old': { readonly found: string; readonly needed: string };
  'git/not-a-repository': { readonly folder: string };
  'git/bare': { readonly folder: string };
  'git/no-commit': { readonly folder: string };
  'git/dubious-ownership': { readonly folder: string; readonly remedy: string };
  'git/busy': { readonly operation: string; readonly folder: string };
  'git/unmerged': { readonly files: readonly string[] };
  'git/locked': { readonly lock: string };
  'git/disk-full': { readonly command: string };
  'git/failed': { readonly command: string; readonly exitCode: number | null; readonly stderr: string };
  'machine/node-too-old': { readonly found: string; readonly needed: string };
  'machine/no-space': { readonly folder: string; readonly free: number; readonly needed: number };
  /** Too many files are open at once. `limit`: how many this process may have; null where the system does not say. */
  'machine/open-files': { readonly limit: number | null };
  'machine/cannot-write': {
    readonly path: string;
    readonly why: string;
    /** Something on the path belongs to someone else: what, to whom, and who is asking. */
    readonly foreign?: { readonly path: string; readonly owner: string; readonly me: string };
  };
  'machine/agent-not-found': AgentNotFound;
  'machine/sandbox': SandboxFault;
  'machine/nobody-works': NobodyWorks;
  'machine/gh': GhFault;
  /** A language model of an editor was requested where there is no editor. */
  'machine/agent-in-window': { readonly agent: string };
  /** `log`: a file with its last output; null if there was none. */
  'machine/runner-died': { readonly log: string | null };
  /** A record that could not be read back, so it was not published. */
  'internal/unfit-record': { readonly file: string; readonly why: string };
  'internal/unexpected': { readonly what: string };
}

export interface BadFile {
  readonly file: string;
  readonly problems: readonly Problem[];
}

/** The commit that has the file; null for a file on disk. */
export interface OfCommit {
  readonly commit: string | null;
}

/** One problem in a file that a person wrote; line and column are 1-based. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** A word or key that this version does not know and a newer Cairn may. */
  readonly unknown?: true;
}

export type ErrorCode = keyof ErrorDetails;
