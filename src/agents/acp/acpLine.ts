import * as z from 'zod';
import { shellWords } from '../../base/shellWords.ts';
import { programName } from '../../model/agent/agentNames.ts';
import type { CommandLine } from '../../model/agent/shell/line.ts';
import type { AcpCall } from './acpMessages.ts';

const command = z.union([z.string(), z.array(z.string()).min(1)]);
const text = z.string().nullish();
const number = z.number().nullish();
/** What would put a command out of sight, or out of the agent's own bounds. */
const off = z.literal(false).nullish();

/**
 * The arguments of a tool that runs a command, with all keys that we know of. With any other one nobody can say what is run: it may
 * be an environment, a shell, further words or what is typed.
 */
const given = z.strictObject({
  command: command.optional(),
  cmd: command.optional(),
  /** Beside the whole line its parts. */
  commands: z.array(z.string()).nullish(),
  cwd: text,
  workdir: text,
  working_directory: text,
  directory: text,
  dir_path: text,
  description: text,
  reason: text,
  justification: text,
  intention: text,
  explanation: text,
  call_id: text,
  turn_id: text,
  timeout: number,
  timeout_ms: number,
  yield_time_ms: number,
  max_output_tokens: number,
  initial_wait: number,
  is_background: off,
  run_in_background: off,
  background: off,
  tty: off,
  dangerouslyDisableSandbox: off,
});
type Given = z.infer<typeof given>;

/** How an agent runs commands: by which shell, where a line is not given as words. */
export interface Shells extends Pick<CommandLine, 'path' | 'cdPath'> {
  readonly shell: string;
  /** Whether one shell may read several lines. */
  readonly keepsShell: boolean;
}

/** With this environment an agent runs commands by the person's own shell, if that says which it is. */
export const shellsIn = (env: Readonly<Record<string, string | undefined>>, keepsShell: boolean): Shells => ({
  shell: process.platform === 'win32' ? 'cmd' : programName(env['SHELL'] || 'sh'),
  path: env['PATH'] ?? '',
  cdPath: env['CDPATH'] ?? '',
  keepsShell,
});

/**
 * The line that a call runs, if all that was said of the call leaves nothing to guess; else undefined.
 *
 * @param said its arguments, as often as they were told
 * @param ran lines of calls before it
 */
export function lineOf(
  { kind }: Pick<AcpCall, 'kind'>,
  said: readonly unknown[],
  { shell, path, cdPath, keepsShell, ran }: Shells & Pick<CommandLine, 'ran'>,
): CommandLine | undefined {
  const read = said.filter(isSaid).map((one) => given.safeParse(one).data);
  if (kind !== 'execute' || read.includes(undefined)) return undefined;
  const all = read.filter((one) => one !== undefined);
  const [line, ...otherLines] = distinct(all.flatMap(commandsOf).map(lineText));
  const [cwd = null, ...otherFolders] = distinct(all.flatMap(foldersOf));
  if (line === undefined || otherLines.length > 0 || otherFolders.length > 0) return undefined;
  const isWords = all.every((one) => commandsOf(one).every((found) => typeof found !== 'string'));
  // A part that is not in the line would be run besides.
  if (all.some(({ commands }) => commands?.every((part) => line.includes(part)) === false)) return undefined;
  return { text: line, cwd, shell: isWords ? null : shell, path, cdPath, ran: keepsShell ? ran : [] };
}

const flag = z.boolean().nullish();
const id = z.union([z.string(), z.number()]).nullish();
/** The same of a call that was not asked about. `input`, `chars`: typed into a shell that is there already. */
const told = given.extend({
  input: command.optional(),
  chars: command.optional(),
  is_background: flag,
  run_in_background: flag,
  background: flag,
  tty: flag,
  dangerouslyDisableSandbox: flag,
  // Of a command that is under way: its output is read, or it is ended.
  shell_id: id,
  shellId: id,
  bash_id: id,
  task_id: id,
  session_id: id,
  sessionId: id,
  pid: id,
  delay: id,
});

/** The lines of a call that was not asked about; null: it may run others. */
export function lineSaid(rawInput: unknown): { readonly text: string } | 'none' | null {
  const read = isSaid(rawInput) ? told.safeParse(rawInput).data : undefined;
  if (read === undefined) return null;
  const { command: one, cmd, input, chars, commands } = read;
  const found = [one, cmd, input, chars].filter((line) => line !== undefined);
  const texts = found.map(lineText);
  const others = (commands ?? []).filter((part) => !texts.some((line) => line.includes(part)));
  const all = [...texts, ...others];
  return all.length === 0 ? 'none' : { text: all.join('\n') };
}

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'object' && Object.keys(value).length === 0);

const commandsOf = ({ command: one, cmd: other }: Given): readonly z.infer<typeof command>[] =>
  [one, other].filter((found) => found !== undefined);

const lineText = (found: z.infer<typeof command>): string =>
  typeof found === 'string' ? found : shellWords(found);

const foldersOf = ({ cwd, workdir, working_directory, directory, dir_path }: Given): readonly string[] =>
  [cwd, workdir, working_directory, directory, dir_path].filter(
    (folder) => typeof folder === 'string' && folder !== '',
  ) as readonly string[];

const distinct = (all: readonly string[]): readonly string[] => [...new Set(all)];
