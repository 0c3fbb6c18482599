import type { Command } from '../model/workflow/workflow.ts';
import type { ProcessEnd } from '../session/ports.ts';

/** What the engine tells its supervisor, one JSON value a line. */
export type ToSupervisor =
  | { readonly type: 'start'; readonly task: SupervisedTask }
  /** All of the command's standard input; nothing is written to it before this. */
  | { readonly type: 'input'; readonly text: string }
  /** The conversation is over: what still runs after this time is ended. */
  | { readonly type: 'finish'; readonly graceMs: number }
  | { readonly type: 'cancel' };

export interface SupervisedTask {
  readonly command: Command;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly timeoutMs: number;
  readonly outputFile: string;
  /** Whether somebody listens to its lines. */
  readonly lines: boolean;
  /** Whether its standard input and output are the engine's own: then these are {@link TALK_INPUT} and {@link TALK_OUTPUT}. */
  readonly talks: boolean;
}

/**
 * A conversation does not pass through the supervisor: two more pipes that the engine makes are handed on to the command
 * as they are. So its bytes are never copied, whoever is slow makes the other wait without any doing of ours, and a flood
 * or a silence there stands in nobody's way here.
 */
export const TALK_INPUT = 3;
export const TALK_OUTPUT = 4;

/** What the supervisor tells its engine. */
export type FromSupervisor =
  | { readonly type: 'started'; readonly pid: number; readonly startTime: string }
  | { readonly type: 'line'; readonly text: string }
  | { readonly type: 'ended'; readonly end: ProcessEnd };

/** Name of the variable that marks every process of a group, whatever group or session it moved to. */
export const MARK_VARIABLE = 'CAIRN_MARK';

/**
 * The mark for a command: one more word for a command inside another session's phase, so that the outer
 * supervisor still finds it.
 */
export function marked(env: Readonly<Record<string, string>>, mark: string): Record<string, string> {
  const outer = env[MARK_VARIABLE];
  return { ...env, [MARK_VARIABLE]: outer === undefined || outer === '' ? mark : `${outer} ${mark}` };
}

/** True when an environment block (`KEY=value`, NUL between) carries this mark. */
export function carriesMark(environ: string, mark: string): boolean {
  return environ.split('\0').some(
    (pair) =>
      pair.startsWith(`${MARK_VARIABLE}=`) &&
      pair
        .slice(MARK_VARIABLE.length + 1)
        .split(' ')
        .includes(mark),
  );
}

/** Cuts a stream into JSON values, one a line. Not `readline`: that one also splits at U+2028, which JSON leaves as it is. */
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
