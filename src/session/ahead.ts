import type { Input } from '../model/inputs/input.ts';
import type { PhaseId } from '../model/names/ids.ts';
import type { AgentKind } from './results.ts';
import type { Project } from '../model/project/project.ts';
import type { Isolation } from '../model/workflow/workflow.ts';

/** What a session is going to do, known before anything is made. JSON-safe. */
export interface Ahead {
  readonly workflow: {
    readonly name: string;
    /** As people are shown it; null: it comes with Cairn. */
    readonly file: string | null;
    /** A person named it, `.cairn/config.yaml` does, or nobody. */
    readonly because: 'named' | 'config' | 'default';
    readonly phases: readonly PhaseId[];
  };
  /** In the order of their first phases. */
  readonly workers: readonly Worker[];
  /** Untracked files of the person that a new working tree is given. */
  readonly copies: readonly string[];
  /** Run in a new working tree, in this order; null: there is none, it works in place. */
  readonly setup: AheadCommands | null;
  readonly checks: AheadCommands;
  /** What was found out, where that decides; null: the workflow is a file, which says all of it. */
  readonly project: Project | null;
}

/** An agent, or a person (`manual`), and the phases that they do. */
export interface Worker {
  readonly agent: string;
  readonly kind: AgentKind;
  /** Why this one, where the workflow leaves that open. */
  readonly because: string | null;
  /** What is started, safe to show, where the workflow itself says that; null: this machine does. */
  readonly runs: string | null;
  readonly phases: readonly PhaseId[];
}

export interface AheadCommands {
  /** As they are typed, each once, safe to show. */
  readonly run: readonly string[];
  /** Who says so: the project's own files, a person, or the file of the workflow. */
  readonly from: 'project' | 'said' | 'workflow';
}

/** What a start would find and do, whatever is to be done. JSON-safe. */
export interface StartAhead {
  readonly ahead: Ahead;
  /** An agent that the workflow or a person names and that is not here: then `ahead` names no workers. */
  readonly missing: string | null;
  /** Where it works whatever a person says; null: that is theirs to say. */
  readonly only: Isolation | null;
  readonly inputs: readonly Input[];
  /** Phases that need a person's yes. */
  readonly approvals: readonly PhaseId[];
  /** A worktree begins without these, unless they are taken along. */
  readonly uncommitted: readonly string[];
}
