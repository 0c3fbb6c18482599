/** Agents, as a session sees them; `agents/` implements them. */
import type { AgentOutcome } from '../../model/agent/agentOutcome.ts';
import type { PermissionAnswer, ToolKind } from '../../model/agent/permissionWords.ts';
import type { Permissions } from '../../model/agent/permissionRules.ts';
import type { CommandLine } from '../../model/agent/shell/line.ts';
import type { Usage } from '../../model/attempt/usage.ts';
import type { AgentChoice } from '../../model/workflow/workflow.ts';
import type { AgentFound, AgentKind } from '../results.ts';
import type { ProcessGroup } from './processes.ts';

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
  /** The same as a shell will read it; left out: the call does not say that without doubt. */
  readonly line?: CommandLine;
  /** It is asked for with an address that it reaches. */
  readonly network?: true;
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
  readonly permissions: Permissions | null;
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
