/** Programs as a session sees them; `process/` implements them. */
import type { Command } from '../../model/workflow/workflow.ts';

/** Identifies a process group on this machine as long as its leader lives. `mark` is in the environment of all its members. */
export interface ProcessGroup {
  readonly pid: number;
  readonly startTime: string;
  readonly mark: string;
  /** Git directory of the repository that it works for: a copy of that repository does not own it. Version 0.1.0 noted none. */
  readonly gitDir?: string;
}

/** A byte stream to and from a process, over its standard input and output. */
export interface ProcessPipe {
  /**
   * Its standard output; ends when the process closes it or is gone. Nothing is dropped: a slow reader makes the process wait.
   * Unread output can still be read after `run` resolved; cancelling drops the rest.
   */
  readonly output: ReadableStream<Uint8Array>;
  /** Its standard input; closing it ends the input. Writes after the process is gone are ignored. */
  readonly input: WritableStream<Uint8Array>;
  /**
   * Ends the conversation: closes the input after what was written, and ends the whole group if it still runs `graceMs` later.
   * `run` then resolves.
   */
  finish(graceMs: number): void;
}

export interface ProcessTask {
  readonly command: Command;
  /** Somebody typed it, or has set it on this machine: it is no program of a session, and runs below no sandbox. */
  readonly typed?: true;
  readonly cwd: string;
  /** The whole environment except the `mark`. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly timeoutMs: number;
  /** Standard output and error go here, bounded to 10 MB: the middle is left out, and that is told. */
  readonly outputFile: string;
  readonly signal: AbortSignal;
  /** Awaited before the first byte of `stdin` is written, and before `run` resolves. */
  readonly onStarted?: (group: ProcessGroup) => Promise<void>;
  readonly onLine?: (line: string) => void;
  /**
   * For a protocol: called once the group is noted (after `onStarted`). `stdin` is then unused, and `outputFile`, `onLine` and
   * the tail get standard error only.
   */
  readonly talk?: (pipe: ProcessPipe) => void;
}

export interface ProcessEnd {
  /**
   * `not-started`: there is no such program, or it may not run. `signalled`: a signal ended it, or it outlived the grace period
   * of {@link ProcessPipe.finish} and was ended.
   */
  readonly kind: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /**
   * In a conversation: the leader was gone before {@link ProcessPipe.finish} although nobody here ended it, so its children
   * said whatever came later. Absent if it ended well and left nobody.
   */
  readonly early?: true;
  readonly ms: number;
  /** The last 30 lines of its output. */
  readonly tail: string;
  /**
   * How many programs it had put into process groups of their own and left running when it ended by itself. They were ended.
   */
  readonly orphans: number;
}

/** Runs programs below a supervisor that ends their whole group as soon as we are gone. */
export interface Processes {
  /** Gets ready for programs that will be run soon, without making anybody wait. */
  prepare(): void;
  run(task: ProcessTask): Promise<ProcessEnd>;
  /**
   * What programs of a session run below, as it is set now; null, or left out: nothing.
   *
   * @throws `machine/sandbox` where it cannot be had
   */
  sandbox?(): Promise<readonly string[] | null>;
  /** Ends whatever is left of a group; true if something was still alive. */
  end(group: ProcessGroup): Promise<boolean>;
}
