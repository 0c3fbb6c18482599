import type { Command } from '../model/workflow/workflow.ts';
import type { ProcessEnd } from '../session/ports.ts';

/** What the engine tells its supervisor, one JSON value per line. A program has the number that the engine gave it at its start. */
export type ToSupervisor =
  | { readonly type: 'start'; readonly id: number; readonly task: SupervisedTask }
  /** All of the command's standard input; the supervisor writes nothing before it. */
  | { readonly type: 'input'; readonly id: number; readonly text: string }
  /** The conversation is over: ends whatever still runs after this time. */
  | { readonly type: 'finish'; readonly id: number; readonly graceMs: number }
  | { readonly type: 'cancel'; readonly id: number };

/** The orders to a program that is already started. */
export type Order = WithoutId<Exclude<ToSupervisor, { readonly type: 'start' }>>;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export interface SupervisedTask {
  readonly command: Command;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly timeoutMs: number;
  readonly outputFile: string;
  /** Whether the engine wants its lines. */
  readonly lines: boolean;
  /** Whether the engine itself holds its standard input and output, as {@link TALK_INPUT} and {@link TALK_OUTPUT}. */
  readonly talks: boolean;
}

/**
 * A conversation does not pass through the supervisor: the engine makes two more pipes, which the command inherits. So nobody
 * copies bytes, a slow side makes the other one wait without our help, and neither a flood nor a silence there blocks the
 * supervisor. Pipes can only be given to a supervisor when it is started, so a conversation has a supervisor of its own, while
 * all other programs of an engine share one.
 */
export const TALK_INPUT = 3;
export const TALK_OUTPUT = 4;

/** What the supervisor tells of a program. */
export type Told =
  /** Said before anything is started: who never hears it knows that the program has not run. */
  | { readonly type: 'taken' }
  | { readonly type: 'started'; readonly pid: number; readonly startTime: string }
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'ended'; readonly end: ProcessEnd };

/** What the supervisor tells its engine. */
export type FromSupervisor = Told & { readonly id: number };

/** The variable that marks every process of a group, whatever group or session it moved to. */
const MARK_VARIABLE = 'CAIRN_MARK';

/**
 * The environment with a command's mark. Inside another session's phase it is one more word, so that the outer supervisor still
 * finds the command.
 */
export function marked(env: Readonly<Record<string, string>>, mark: string): Record<string, string> {
  const outer = env[MARK_VARIABLE];
  return { ...env, [MARK_VARIABLE]: outer === undefined || outer === '' ? mark : `${outer} ${mark}` };
}

/** True if an environment block (`KEY=value`, separated by NUL) has this mark. */
export function carriesMark(environ: string, mark: string): boolean {
  const key = `${MARK_VARIABLE}=`;
  return environ
    .split('\0')
    .some((pair) => pair.startsWith(key) && pair.slice(key.length).split(' ').includes(mark));
}

/** Cuts a stream into JSON values, one per line. Not with `readline`, which also splits at U+2028, a character that JSON may hold. */
export function messageReader(onMessage: (message: unknown) => void): (chunk: string) => void {
  const parts: string[] = [];
  return (chunk) => {
    const pieces = chunk.split('\n');
    for (const [index, piece] of pieces.entries()) {
      parts.push(piece);
      if (index === pieces.length - 1) return;
      onMessage(JSON.parse(parts.splice(0).join('')));
    }
  };
}
