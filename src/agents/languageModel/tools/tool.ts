import * as z from 'zod';
import type { ToolKind } from '../../../model/agent/permissionWords.ts';
import type { Permissions } from '../../../model/agent/permissionRules.ts';
import type { AgentTask, Processes } from '../../../session/ports.ts';

/** What a tool may use. */
export interface Workplace {
  readonly task: Pick<AgentTask, 'cwd' | 'env' | 'signal' | 'permit' | 'onStarted' | 'onEvent'>;
  /** What it may do without asking. */
  readonly policy: Permissions;
  readonly processes: Processes;
  /** For the output of commands. */
  readonly folder: string;
}

export interface ToolAnswer {
  readonly ok: boolean;
  /** For the model. */
  readonly text: string;
}

/** Something a model can ask for. `Input` is what its schema accepts. */
export interface Tool<Input = never> {
  readonly name: string;
  readonly description: string;
  readonly kind: ToolKind;
  readonly input: z.ZodType<Input>;
  /** Which files and folders it touches, from the root of the working tree or absolute. */
  paths(input: Input): readonly string[];
  title(input: Input): string;
  /**
   * What to do with a call that had begun when its process died. `again`: repeat it, as twice does the same as once. `tell`: tell
   * the model that nobody knows how far it got.
   */
  readonly inDoubt: 'again' | 'tell';
  /** `places`: the real paths of {@link paths}, in the same order. May throw what the file system throws. */
  run(input: Input, places: readonly string[], at: Workplace): Promise<ToolAnswer>;
}

export const done = (text: string): ToolAnswer => ({ ok: true, text });
export const failed = (text: string): ToolAnswer => ({ ok: false, text });

/** For a model that called a tool with input its schema rejects. */
export const wrongInput = (error: z.ZodError): ToolAnswer =>
  failed(`not a possible input:\n${z.prettifyError(error).slice(0, 2_000)}`);

/** For a tool that works on one file: it touches that file and is titled with its path. */
export const onePath: Pick<Tool<{ readonly path: string }>, 'paths' | 'title'> = {
  paths: ({ path }) => [path],
  title: ({ path }) => path,
};

/** A path as a model gives it. */
export const pathField = (what: string): z.ZodType<string> =>
  z
    .string()
    .min(1)
    .max(4096)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\0]*$/, 'must not hold a NUL')
    .describe(what);
