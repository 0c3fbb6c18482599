/** Programs and agents, as a session sees them; `process/` and `agents/` implement them. */
import type { AgentOutcome } from '../model/agent/agentOutcome.ts';
import type { PermissionAnswer, PermissionPolicy, ToolKind } from '../model/agent/permission.ts';
import type { Usage } from '../model/attempt/usage.ts';
import type { AgentChoice, Command } from '../model/workflow/workflow.ts';
import type { AgentFound, AgentKind } from './results.ts';

/** What identifies a process group on this machine for as long as its leader lives. `mark` is in the environment of all its members. */
export interface ProcessGroup {
  readonly pid: number;
  readonly startTime: string;
  readonly mark: string;
  /** Git directory of the repository that it works for: in a copy of that one it is somebody else's. Version 0.1.0 noted none. */
  readonly gitDir?: string;
}

/** A conversation with a process over its standard input and output, byte for byte. */
export interface ProcessPipe {
  /**
   * What it writes to its standard output; ends when it closes it or is gone. Nothing is dropped: who reads slowly makes the
   * process wait. What was left unread can still be read after `run` resolved; cancelling lets go of all that is still to come.
   */
  readonly output: ReadableStream<Uint8Array>;
  /** Its standard input; closing it is the end of the input. What is written after the process is gone is ignored. */
  readonly input: WritableStream<Uint8Array>;
  /**
   * The conversation is over: the input ends (after what was written to it), and what still runs `graceMs` later is ended
   * with its whole group. `run` then resolves.
   */
  finish(graceMs: number): void;
}

export interface ProcessTask {
  readonly command: Command;
  readonly cwd: string;
  /** The whole environment but the `mark`. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly timeoutMs: number;
  /** Standard output and error go here, bounded (10 MB, the middle left out and told). */
  readonly outputFile: string;
  readonly signal: AbortSignal;
  /** Awaited before the first byte of `stdin` is written, and before `run` resolves. */
  readonly onStarted?: (group: ProcessGroup) => Promise<void>;
  readonly onLine?: (line: string) => void;
  /**
   * For a protocol: called once the group was written down (after `onStarted`); `stdin` is not used then, and `outputFile`,
   * `onLine` and the tail are standard error alone.
   */
  readonly talk?: (pipe: ProcessPipe) => void;
}

export interface ProcessEnd {
  /**
   * `not-started`: there is no such program or it may not run. `signalled`: a signal ended it, or it was still running when
   * the grace of {@link ProcessPipe.finish} was over and was made to end.
   */
  readonly kind: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /**
   * Of a conversation: its leader was gone before {@link ProcessPipe.finish}, and nobody here had ended it. What was said after
   * that its children said, who were about to be ended. Left out where it ended well and left nobody.
   */
  readonly early?: true;
  readonly ms: number;
  /** The last 30 lines of its output. */
  readonly tail: string;
  /** How many programs it had put into process groups of their own and left running when it ended by itself. They are ended. */
  readonly left: number;
}

/** Programs below a supervisor that ends their whole group as soon as we are gone. */
export interface Processes {
  run(task: ProcessTask): Promise<ProcessEnd>;
  /** Ends whatever is left of a group; true when something was still alive. */
  end(group: ProcessGroup): Promise<boolean>;
}

export interface AgentTask {
  readonly prompt: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputFile: string;
  readonly signal: AbortSignal;
  readonly onStarted: (group: ProcessGroup) => Promise<void>;
  readonly onEvent: (event: AgentEvent) => void;
  /** Asked before the agent does what it may not do by itself; the answer may take as long as a person takes. */
  readonly permit: (asked: PermissionAsked) => Promise<PermissionAnswer>;
  /** What was denied has ended its turn: whether it may be prompted once more in the same session. Written down when it resolves. */
  readonly promptAgain: (denied: readonly string[]) => Promise<boolean>;
  /** Set: this attempt takes the place of one that was cut off and whose files are still there. An agent may go on from it, and need not. */
  readonly goOn: GoOn | null;
}

/** What is left on this machine of an attempt by the same agent that was cut off. */
export interface GoOn {
  /** Its output folder: what the agent kept beside `outputFile` is there. */
  readonly folder: string;
  /** The last `session-hint` that the agent gave; null: none. */
  readonly hint: string | null;
}

export interface PermissionAsked {
  /** The agent's own name for the call. */
  readonly id: string;
  /** What it calls the act: in the words of its model, as often as not. */
  readonly title: string;
  /** What would be run (fetched, granted), as the call itself has it, where it has that. */
  readonly command?: string;
  readonly kind: ToolKind;
  /** As the agent names them: absolute, or from the working directory. */
  readonly paths: readonly string[];
}

export type AgentEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool';
      readonly id: string;
      readonly title: string;
      readonly kind: string;
      readonly path: string | null;
      readonly status: 'started' | 'ended' | 'failed';
    }
  | { readonly type: 'plan'; readonly entries: readonly { readonly text: string; readonly status: string }[] }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The mode that the agent works in, as it calls it. */
  | { readonly type: 'mode'; readonly mode: string }
  /** The model that it works with, as it calls it. */
  | { readonly type: 'model'; readonly model: string }
  | { readonly type: 'session-hint'; readonly id: string }
  /** It was to go on with its own session of before, would not, and began another one. */
  | { readonly type: 'session-expired'; readonly why: string }
  /** It was not allowed to do this, by rules of its own: nobody was asked. */
  | {
      readonly type: 'denied';
      readonly title: string;
      readonly kind: ToolKind;
      readonly paths: readonly string[];
    }
  /** How often its model has replied by now, an attempt that this one goes on from included. */
  | { readonly type: 'turns'; readonly turns: number }
  /** It ended and so many programs that it had started apart still ran: they were ended with it. */
  | { readonly type: 'left-running'; readonly programs: number };

export interface Agent {
  readonly kind: AgentKind;
  readonly name: string;
  /** Why this one, when `auto` chose it. */
  readonly chosenBecause: string | null;
  /** True: `auto` is this one because a person said so, not because it was found first. */
  readonly chosenByPerson?: boolean;
  /** What it may do without asking, where it asks; null: it never asks. */
  readonly permissions: PermissionPolicy | null;
  /** The model that it is to work with; left out: whatever it works with by itself. */
  readonly requestedModel?: string;
  /** So long it may say nothing and change no file before a person is asked. Null: for ever. */
  readonly stallMs: number | null;
  version(): Promise<string | null>;
  /** The version of the adapter through which it is reached, once that has told; left out: there is none between. */
  adapter?(): string | null;
  run(task: AgentTask): Promise<AgentOutcome>;
}

export interface Agents {
  /** Throws `machine/agent-not-found`. */
  resolve(choice: AgentChoice): Promise<Agent>;
  /** What is installed here and what could be, in the order in which `auto` looks. */
  survey(): Promise<readonly AgentFound[]>;
}
