import type { Condition } from '../graph/condition.ts';
import type { Demands } from '../gate/demands/demands.ts';
import type { ModelSelector } from '../chat/chat.ts';
import type { Input } from '../inputs/input.ts';
import type { Limits } from '../limits/limits.ts';
import type { PhaseId, RepoPath } from '../names/ids.ts';
import type { Schema } from '../parsing/schema.ts';

/** A workflow file, checked, with every default filled in. */
export interface Workflow {
  readonly schema: Schema;
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly isolation: Isolation;
  /** Ends with `/`; default `cairn/`. */
  readonly branchPrefix: string;
  readonly worktree: { readonly copy: readonly RepoPath[]; readonly setup: readonly Command[] };
  readonly agent: AgentChoice;
  /** How many phases may work at once, 1..16; above 1 only in worktrees. */
  readonly parallel: number;
  /** Of the session as a whole. Null: none. */
  readonly limits: Limits | null;
  /** In file order. */
  readonly inputs: readonly Input[];
  /** True: `{{ … }}` in titles and prompts is filled in; else it is text. */
  readonly templates: boolean;
  readonly result: ResultFile | null;
  /** In file order; at least one. As they run: with items in the place of the phases that are repeated, and texts filled in. */
  readonly phases: readonly Phase[];
  /** As the file has them. */
  readonly written: readonly Phase[];
}

/** The file that a session is run for. */
export interface ResultFile {
  /** As an artifact is written: in the folder of its phase, or with a leading `/` from the root. */
  readonly path: string;
  /** Who promises it; in the folder of a phase that one alone. */
  readonly phases: readonly PhaseId[];
}

export type Isolation = 'worktree' | 'in-place';

export interface Phase {
  readonly id: PhaseId;
  readonly title: string | null;
  readonly prompt: string;
  readonly needs: readonly PhaseId[];
  /** The file does not say them: it needs the phase before it. */
  readonly needsByDefault: boolean;
  /** Decided once its needs are finished; not met, it is skipped. Null: it always runs. */
  readonly when: Condition | null;
  /** It is there once for each item of a list. Null: once, or it is one of those. */
  readonly forEach: ForEach | null;
  /** The item that it is for. */
  readonly item: ItemOf | null;
  /** Decided once its gate is judged. Null: it has none. */
  readonly loop: Loop | null;
  /** Decided as it closes; met, the rest is skipped and the session is done. */
  readonly stop: Condition | null;
  /** null: the workflow's agent. */
  readonly agent: AgentChoice | null;
  readonly artifacts: readonly ArtifactRule[];
  readonly checks: readonly CheckRule[];
  readonly approval: 'none' | 'required';
  readonly retries: number;
  readonly timeoutMs: number;
  /** Over all its attempts. Null: none. */
  readonly limits: Limits | null;
  /** From then on of an attempt it is told what would be lost. */
  readonly warnAfterMs: number;
  /** What follows where its work does not merge with what was published beside it: another attempt, or a question. */
  readonly onConflict: 'retry' | 'ask';
  /** `budget`: o200k_base tokens, 500..2000. `review`: a person looks at it before the next phase begins. */
  readonly packet: { readonly budget: number; readonly review: boolean };
}

/** A list that a phase is repeated for. */
export interface ForEach {
  /** As in a condition. */
  readonly file: string;
  readonly at: string;
  /** The phase that promises it. */
  readonly by: PhaseId;
  /** The most items before a person is asked. */
  readonly max: number;
}

/** What a phase with `forEach` is repeated for. */
export interface ItemOf {
  /** The phase as the file has it, and the one that wrote the list. */
  readonly template: PhaseId;
  readonly by: PhaseId;
  /** As the list has it. */
  readonly value: unknown;
}

/** Sends the work back, until a condition is met on what would be published. */
export interface Loop {
  /** The phase that begins the next round: this one, or one that it needs. */
  readonly to: PhaseId;
  readonly until: Condition;
  /** The most rounds before a person is asked, the first included. */
  readonly max: number;
}

export interface ArtifactRule extends Demands {
  /** As written: relative = in the phase's folder; with a leading `/` = from the repository root. */
  readonly path: string;
}

export interface CheckRule {
  /** Unique within the phase; defaults to the command. */
  readonly name: string;
  readonly run: Command;
  readonly timeoutMs: number;
  /** `fail`: it holds where the command says no. */
  readonly expect: 'pass' | 'fail';
  /** `as-before`: what failed before anything was changed and fails now does not hold the phase up. */
  readonly red: 'must-pass' | 'as-before';
}

/** A string runs in the platform's shell; a list runs without one. */
export type Command = string | readonly [string, ...string[]];

export type AgentChoice =
  /** A name from the agent settings, or `auto`. */
  | { readonly kind: 'named'; readonly name: string }
  | {
      readonly kind: 'command';
      readonly command: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'acp';
      readonly command: readonly [string, ...string[]];
      readonly mode: string | null;
      readonly env: Readonly<Record<string, string>>;
    }
  /** A language model of the editor; with an empty selector the one that the person chose, else the first. */
  | { readonly kind: 'language-model'; readonly model: ModelSelector }
  | { readonly kind: 'manual' };
