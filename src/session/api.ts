/**
 * The one door to Cairn for the terminal, the window and other programs. `createApi` in `createApi.ts`
 * binds it to a world. Everything here answers plain values or throws a `CairnError`.
 */
import type { CommitId, PhaseId, SessionId } from '../model/names/ids.ts';
import type { PermissionAnswer } from '../model/agent/permission.ts';
import type { EffectEntry } from '../model/effects/effectsRecord.ts';
import type { Isolation } from '../model/workflow/workflow.ts';
import type { Notice } from './notice.ts';
import type { TreeEntry } from './ports.ts';
import type { TrustedView, TrustView } from './trustResults.ts';
import type {
  ActResult,
  AgentKind,
  AttemptOutput,
  EffectResult,
  ForkPreview,
  LogEntry,
  Outcome,
  PhaseOutput,
  PhaseDiff,
  RescueView,
  RestoreResult,
  SessionSummary,
  StatusView,
  VerifyResult,
  AgentsFound,
} from './results.ts';

export interface StartOptions {
  /** A name below `.cairn/workflows/` of the working tree, or a path. */
  readonly workflow: string;
  readonly request: string;
  readonly id: string | null;
  /** Overrides the workflow's isolation when true. */
  readonly inPlace: boolean;
  /** A revision to start from instead of HEAD; not with `inPlace`. */
  readonly base: string | null;
  readonly withChanges: boolean;
  /** Inclusive. */
  readonly until: string | null;
}

export interface ResumeOptions {
  /** Goes into the next prompt. */
  readonly note: string | null;
  readonly until: string | null;
  readonly leftovers: 'rescue' | 'keep' | null;
  readonly workflow: string | null;
  readonly acceptPlan: boolean;
  /** A yes to what is asked about history and commands. */
  readonly trust: boolean;
  /** The hash of the commands that the person was shown: that yes is to no others. '': to none. Null: whatever they are. */
  readonly shown: string | null;
  readonly here: boolean;
  readonly inPlace: boolean;
  /** Run this phase again although it is done or waiting (*Run Phase Again*): restores to before it, then resumes. */
  readonly again: string | null;
}

/** A resume with nothing said. */
export const PLAIN_RESUME: ResumeOptions = {
  note: null,
  until: null,
  leftovers: null,
  workflow: null,
  acceptPlan: false,
  trust: false,
  shown: null,
  here: false,
  inPlace: false,
  again: null,
};

/** A run of the engine: done by the runner, in a process of its own. */
export type RunRequest =
  | { readonly verb: 'start'; readonly options: StartOptions }
  | { readonly verb: 'resume'; readonly session: SessionId; readonly options: ResumeOptions };

export type RestoreTarget = { readonly to: string } | { readonly undo: true };

/** Who could do the work on this machine; needs no repository. */
export interface MachineAgents {
  /** Starts each known program that is there once, to say its version. */
  found(): Promise<AgentsFound>;
  /** Which one `auto` takes; starts nothing. */
  auto(): Promise<AgentsFound['auto']>;
  /** Writes down what `auto` is to mean, for terminal and window; null: the first that is found. */
  choose(name: string | null): Promise<void>;
}

/** Something to be done to the outside world once. */
export interface EffectOptions {
  readonly key: string;
  readonly command: readonly [string, ...string[]];
  /** A command of a shell that says with exit code 0 that it has happened. */
  readonly probe: string | null;
  /** Absolute. */
  readonly cwd: string;
}

/** What the command writes, as it does. */
export interface EffectStreams {
  readonly out: (bytes: Uint8Array) => void;
  readonly errors: (line: string) => void;
}

/** Which checkpoints, of all that there are. */
export interface CheckpointsWanted {
  /** Only those with a smaller seq. */
  readonly before?: number;
  /** At most so many, the newest. */
  readonly limit?: number;
  readonly filter?: { readonly kind?: string; readonly phase?: string };
}

export interface CairnApi {
  /** Runs in this process until the session stops; a window or terminal asks the runner instead. */
  start(options: StartOptions, signal: AbortSignal): Promise<Outcome>;
  resume(session: SessionId, options: ResumeOptions, signal: AbortSignal): Promise<Outcome>;

  /** What `start` would refuse, and what it would tell (uncommitted files that the worktree will not have). Writes nothing. */
  previewStart(options: StartOptions): Promise<{
    readonly session: SessionId;
    readonly uncommitted: readonly string[];
    readonly told: readonly Notice[];
  }>;
  workflows(): Promise<
    readonly {
      readonly name: string;
      readonly file: string;
      readonly title: string | null;
      readonly description: string | null;
      /** Null where the file has a problem. */
      readonly isolation: Isolation | null;
      /** Who does its phases: names, `auto`, `manual`, programs. */
      readonly agents: readonly string[];
      readonly problem: string | null;
    }[]
  >;

  list(): Promise<readonly SessionSummary[]>;
  /** The session that words on a command line mean; null = the only unfinished one. Phases may be named where they are unique. */
  find(name: string | null): Promise<{
    readonly session: SessionId;
    readonly phase: PhaseId | null;
    /** Set where it was deleted: what can be brought back as a branch; null where only rescues were kept. */
    readonly deleted?: { readonly branch: string | null; readonly archive: string };
  }>;
  status(session: SessionId): Promise<StatusView>;
  /** Every checkpoint, oldest first. */
  log(session: SessionId): Promise<readonly LogEntry[]>;
  /** Checkpoints, newest first: all, or those that are wanted. */
  checkpoints(session: SessionId, wanted?: CheckpointsWanted): Promise<readonly LogEntry[]>;
  /** The end of what a phase's newest attempt on this machine printed, its agent and its checks. */
  output(session: SessionId, phase: string): Promise<PhaseOutput | null>;
  /** The attempts of a phase, up to this one, of which this machine holds output; the newest first. */
  outputs(session: SessionId, phase: string, upTo: number): Promise<readonly AttemptOutput[]>;
  /** All that one attempt left, made safe to show; null where this machine has none of it. `errors`: its standard error. */
  attemptOutput(
    session: SessionId,
    phase: string,
    attempt: number,
    of: 'agent' | 'errors',
  ): Promise<{
    readonly file: string;
    readonly text: string;
    /** How it ended, and why its gate did not hold; null while that is not known. */
    readonly ended: { readonly outcome: string; readonly reasons: readonly string[] } | null;
  } | null>;
  /** The file with the newest output of a phase's `n`th check on this machine, from 1; null where there is none. */
  checkOutput(session: SessionId, phase: string, n: number): Promise<string | null>;
  /** The diff of a phase; `phase: null` = the whole session from `opened` on. */
  diff(session: SessionId, phase: string | null): Promise<PhaseDiff>;
  /** Such a diff, or that of a rescue, as `git diff` writes it and `git apply` reads it. */
  patch(session: SessionId, diff: Pick<PhaseDiff, 'from' | 'to' | 'root' | 'changed'>): Promise<Uint8Array>;
  packet(session: SessionId, phase: string | null): Promise<string>;
  /** `<path>@<phase>` as packets write it. */
  show(session: SessionId, pointer: string): Promise<Uint8Array>;
  path(session: SessionId): Promise<string>;
  /** A file that an agent named, where it is one of the session's working tree: its absolute path, else null. */
  workFile(session: SessionId, path: string): Promise<string | null>;
  /** For read-only documents: files and folders of any commit. */
  readAt(commit: CommitId, path: string): Promise<Uint8Array | null>;
  listAt(commit: CommitId, folder: string): Promise<readonly TreeEntry[]>;

  approve(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  reject(session: SessionId, phase: string | null, comment: string | null): Promise<ActResult>;
  /** Answers what the agent at work asks (allow, always, deny), else the question of the session that waits. */
  answer(session: SessionId, text: string): Promise<ActResult>;
  /** Answers one thing that the agent at work asks. False: it was answered before, or waits no more. */
  permit(session: SessionId, id: string, answer: PermissionAnswer): Promise<boolean>;
  /** True for the one window or terminal that is to show it. */
  claimPermission(session: SessionId, id: string): Promise<boolean>;
  /** A note to the session at work: the prompt of its next attempt holds it. */
  steer(session: SessionId, text: string): Promise<ActResult>;

  /** `dryRun`: nothing is written, `commit` is null. */
  restore(
    session: SessionId,
    target: RestoreTarget,
    options: { readonly dryRun: boolean },
  ): Promise<RestoreResult>;
  /**
   * Begins another session on a checkpoint of this one, which stays as it is and may be at work. Answers the new one.
   *
   * @param to a phase (the latest checkpoint that closed it), a seq, or `opened`
   */
  fork(session: SessionId, to: string, options: { readonly id: string | null }): Promise<ActResult>;
  /** What that would begin with. Writes nothing. */
  previewFork(session: SessionId, to: string, options: { readonly id: string | null }): Promise<ForkPreview>;
  land(
    session: SessionId,
    how: { readonly branch: string } | { readonly apply: true },
  ): Promise<ActResult & { readonly branch: string | null; readonly changed: readonly string[] }>;

  /** Runs a command at most once under its key; what happened before is answered from the record. */
  effect(
    session: SessionId,
    options: EffectOptions,
    streams: EffectStreams,
    signal: AbortSignal,
  ): Promise<EffectResult>;
  /** What is recorded, in the order of the first intents. */
  effects(session: SessionId): Promise<readonly EffectEntry[]>;
  /** A person says whether an effect that is in doubt happened; where the session asks that, it is its answer, too. */
  settleEffect(
    session: SessionId,
    of: { readonly key: string; readonly happened: boolean; readonly comment: string },
  ): Promise<ActResult>;

  /** What the session would run here, and whether that is trusted in this clone. Reads only. */
  commands(session: SessionId): Promise<TrustView & { readonly trusted: boolean }>;
  /** A person's word for the commands of this hash; others of the session are asked about again. */
  trust(session: SessionId, hash: string): Promise<void>;
  /** What is trusted in this clone. */
  trusted(): Promise<readonly TrustedView[]>;
  /** From now on a resume asks again. False: nothing was trusted. */
  withdrawTrust(session: SessionId): Promise<boolean>;

  rescues(session: SessionId): Promise<readonly RescueView[]>;
  rescueDiff(
    session: SessionId,
    n: number,
  ): Promise<{ readonly from: CommitId; readonly to: CommitId; readonly changed: PhaseDiff['changed'] }>;
  rescueApply(
    session: SessionId,
    n: number,
    paths: readonly string[],
  ): Promise<{
    readonly written: readonly string[];
    readonly skipped: readonly { readonly path: string; readonly why: string }[];
  }>;
  rescueDelete(session: SessionId, n: number): Promise<void>;

  /** Asks whoever drives the session to stop, and waits until nobody does. */
  stop(session: SessionId): Promise<ActResult>;
  /** Asks the runner to stop after the phase it is in. */
  pause(session: SessionId): Promise<ActResult>;
  cancel(session: SessionId): Promise<ActResult>;
  delete(session: SessionId, options: { readonly purge: boolean }): Promise<ActResult>;
  verify(session: SessionId | null): Promise<readonly VerifyResult[]>;
  /** The kinds of agents that a run may come to. */
  agentsAhead(request: RunRequest): Promise<readonly AgentKind[]>;
  /** Who could do the work on this machine, and which of them `auto` takes. */
  agents(): Promise<AgentsFound>;

  /** Folders and files worth watching for a hint that something changed. */
  watchPaths(session: SessionId | null): readonly string[];
  dispose(): Promise<void>;
}
