/** Programs, as a session sees them; `process/` implements them. */
import type { Command } from '../../model/workflow/workflow.ts';

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
  readonly orphans: number;
}

/** Programs below a supervisor that ends their whole group as soon as we are gone. */
export interface Processes {
  run(task: ProcessTask): Promise<ProcessEnd>;
  /** Ends whatever is left of a group; true when something was still alive. */
  end(group: ProcessGroup): Promise<boolean>;
}
