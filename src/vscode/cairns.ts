import type { Disposable } from '../base/disposable.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { MachineFacts } from '../model/machine/machineFacts.ts';
import type { Project } from '../model/project/project.ts';
import type { ShippedName } from '../model/workflow/shipped/shipped.ts';
import type { CairnApi } from '../session/api.ts';
import type { MachineAgents } from '../session/api/agents.ts';
import type { RunRequest } from '../session/api/run.ts';
import type { Happening } from '../runner/runEvents.ts';
import type { SaidOutcome } from '../sentences/outcomeSentence.ts';

/** What the window needs from the rest of Cairn; `extension.ts` hands it over. */
export interface Cairns {
  /**
   * Whether a folder's repository holds state of sessions on this machine: one `stat` below its `.git`,
   * one more read in a linked worktree, never a process.
   */
  holdsSessions(folder: string): Promise<boolean>;
  /** The repository around a folder, opened once for all folders in it. Starts git. Throws `git/*`. */
  of(folder: string): Promise<RepositorySessions>;
  /** The agents that could do the work on this machine; needs no repository. */
  agents(): MachineAgents;
  /** What is found of this machine and of a folder on it; in Restricted Mode nothing is started. */
  machine(folder: string | null, isRestricted: boolean): Promise<MachineFacts>;
  /** Closes what was opened. */
  dispose(): Promise<void>;
}

/** The sessions of one repository. */
export interface RepositorySessions {
  /** The common git directory: identity across working trees. */
  readonly key: string;
  /** Root of the main working tree. */
  readonly root: string;
  readonly api: CairnApi;
  /** False while there is no commit that a session could start from. */
  hasCommit(): Promise<boolean>;
  /** An id for a session of this request. */
  newSession(request: string): SessionId;
  /** Hands a run to its own runner process, which goes on when this window closes. */
  launch(request: RunRequest): Promise<Launched>;
  /**
   * The events of the run that drives a session, from its beginning, whoever launched it; ends with the run, or when `signal`
   * aborts. Empty when no run drives it.
   */
  happenings(session: SessionId, signal: AbortSignal): AsyncIterable<Happening & { readonly at: string }>;
  /** Writes a workflow that comes with Cairn into a file, unless there is one. `project`: what was found out for it. */
  createWorkflow(
    name: ShippedName,
  ): Promise<{ readonly file: string; readonly created: boolean; readonly project: Project }>;
  /** Reports when something below these paths may have changed; changes before it `stands` are not reported. */
  watch(paths: readonly string[], onHint: () => void): Disposable & { readonly stands: Promise<void> };
}

export interface Launched {
  readonly session: SessionId;
  /** Where it stopped; rejects with the `CairnError` that stopped it. May take hours. */
  readonly ended: Promise<SaidOutcome>;
  /** Politely: what it has begun stays resumable. */
  askToStop(): Promise<void>;
  /** At once, for one that does not stop when it is asked; what it had published stays. */
  kill(): Promise<void>;
}
