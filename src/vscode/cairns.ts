import type { Disposable } from '../base/disposable.ts';
import type { SessionId } from '../model/names/ids.ts';
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
  /** Who could do the work on this machine; needs no repository. */
  agents(): MachineAgents;
  /** Ends what was opened. */
  dispose(): Promise<void>;
}

/** The sessions of one repository. */
export interface RepositorySessions {
  /** The common git directory: identity across working trees. */
  readonly key: string;
  /** Root of the main working tree. */
  readonly root: string;
  readonly api: CairnApi;
  /** False while there is nothing that a session could start from. */
  hasCommit(): Promise<boolean>;
  /** Hands a run to a runner of its own, which goes on when this window closes. */
  launch(request: RunRequest): Promise<Launched>;
  /**
   * What the run that drives a session says, from its beginning, whoever launched it; ends with the run, or when `signal`
   * aborts. Nothing where no run drives it.
   */
  happenings(session: SessionId, signal: AbortSignal): AsyncIterable<Happening>;
  /** Writes the commented sample workflow, unless it is there. `test`: the command that it runs; null: it runs no tests. */
  createSample(): Promise<{ readonly file: string; readonly created: boolean; readonly test: string | null }>;
  /** Tells when something below these paths may have changed; what changes before it `stands` is not told. */
  watch(paths: readonly string[], onHint: () => void): Disposable & { readonly stands: Promise<void> };
}

export interface Launched {
  readonly session: SessionId;
  /** Where it stopped; rejects with the `CairnError` that stopped it. May take hours. */
  readonly ended: Promise<SaidOutcome>;
}
