import type { Input } from '../../model/inputs/input.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Project } from '../../model/project/project.ts';
import type { SaidCommands } from '../../model/workflow/shipped/commands.ts';
import type { ShippedName } from '../../model/workflow/shipped/shipped.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { Ahead, StartAhead } from '../ahead.ts';
import type { Notice } from '../notice.ts';
import type { ActResult, AgentKind, Outcome } from '../results.ts';
import type { Unattended } from '../unattended.ts';

export interface StartOptions {
  /**
   * A name below `.cairn/workflows/` in the working tree, a path, or one that comes with Cairn. Null: the one that
   * `.cairn/config.yaml` names, else `feature`.
   */
  readonly workflow: string | null;
  readonly request: string;
  readonly id: string | null;
  /** Overrides the workflow's isolation when true. */
  readonly inPlace: boolean;
  /** A revision to start from instead of HEAD; not combined with `inPlace`. */
  readonly base: string | null;
  readonly withChanges: boolean;
  /** Inclusive. */
  readonly until: string | null;
  /** Values for the inputs that the workflow asks for, by name; left out: none. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** A person does what no agent is found for; left out: that is refused. */
  readonly byHand?: boolean;
  /** Commands instead of those that are found out; of a workflow that comes with Cairn only. */
  readonly commands?: SaidCommands;
  /** Yes to commands that nobody named; left out: no. */
  readonly trust?: boolean;
  /** The hash of the commands that the person was shown: the yes covers no others. Left out or null: it covers any. */
  readonly shown?: string | null;
  /** Nobody is asked, though somebody may be there; left out: whoever is there is. */
  readonly unattended?: boolean;
  /** Phases that are approved before there is anything to look at, on this machine, in each of their rounds; left out: none. */
  readonly approve?: readonly string[];
}

export interface ResumeOptions {
  /** Text for the next prompt. */
  readonly note: string | null;
  readonly until: string | null;
  readonly leftovers: 'rescue' | 'keep' | null;
  readonly workflow: string | null;
  readonly acceptPlan: boolean;
  /** Yes to the questions about history and commands. */
  readonly trust: boolean;
  /** The hash of the commands that the person was shown: the yes covers no others. '' covers none, null covers any. */
  readonly shown: string | null;
  readonly here: boolean;
  readonly inPlace: boolean;
  /** *Run Phase Again*: restores to before this phase, then resumes, although it is done or waiting. */
  readonly again: string | null;
  /** As of a start. */
  readonly unattended?: boolean;
  readonly approve?: readonly string[];
}

/** A resume without options. */
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

/** What the runner does in a process of its own. */
export type RunRequest =
  | { readonly verb: 'start'; readonly options: StartOptions }
  | { readonly verb: 'resume'; readonly session: SessionId; readonly options: ResumeOptions };

/** Runs a session, and stops it. */
export interface Running {
  /** Runs in this process until the session stops; windows and terminals ask the runner instead. */
  start(options: StartOptions, signal: AbortSignal): Promise<Outcome>;
  resume(session: SessionId, options: ResumeOptions, signal: AbortSignal): Promise<Outcome>;
  /** What `start` would refuse, tell (uncommitted files that the worktree will not have) and do. Writes and runs nothing. */
  previewStart(options: StartOptions): Promise<{
    readonly session: SessionId;
    readonly uncommitted: readonly string[];
    readonly told: readonly Notice[];
    readonly ahead: Ahead;
    /** Null: whoever is there is asked. */
    readonly unattended: Unattended | null;
  }>;
  /** The same for whoever has not said yet what is to be done. Writes and runs nothing. */
  lookAhead(options: Omit<StartOptions, 'request'>): Promise<StartAhead>;
  workflows(): Promise<
    readonly {
      readonly name: string;
      /** Absolute. Null: it comes with Cairn, and is no file here. */
      readonly file: string | null;
      readonly title: string | null;
      readonly description: string | null;
      /** Null if the file has a problem. */
      readonly isolation: Isolation | null;
      /** The agents of its phases: names, `auto`, `manual`, programs. */
      readonly agents: readonly string[];
      readonly inputs: readonly Input[];
      readonly problem: string | null;
    }[]
  >;
  /**
   * The text of a workflow that comes with Cairn, as a session of what lies here would follow it, and what was found out about the
   * project for it. Runs nothing of the project.
   */
  shipped(name: ShippedName): Promise<{ readonly text: string; readonly project: Project }>;
  /** Why a value of an input cannot be taken, in words that follow its name; null where it can. */
  whyNotInput(workflow: string, name: string, value: string): Promise<string | null>;
  /** The kinds of agents that a run may use. */
  agentsAhead(request: RunRequest): Promise<readonly AgentKind[]>;
  /** Asks the owner of the session to stop, and waits until it has none. */
  stop(session: SessionId): Promise<ActResult>;
  /** Asks the runner to stop after the current phase. */
  pause(session: SessionId): Promise<ActResult>;
}
