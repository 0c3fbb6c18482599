import type { SessionId } from '../../model/names/ids.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { Notice } from '../notice.ts';
import type { ActResult, AgentKind, Outcome } from '../results.ts';

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

/** Drives a session, and ends a drive. */
export interface Running {
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
  /** The kinds of agents that a run may come to. */
  agentsAhead(request: RunRequest): Promise<readonly AgentKind[]>;
  /** Asks whoever drives the session to stop, and waits until nobody does. */
  stop(session: SessionId): Promise<ActResult>;
  /** Asks the runner to stop after the phase it is in. */
  pause(session: SessionId): Promise<ActResult>;
}
