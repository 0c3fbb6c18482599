import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createAnswers, type Framing, type Waiting } from './answers.ts';
import type { GitProgram } from './gitCall.ts';
import { failureOf } from './errors.ts';
import { isTight } from '../host/fileLimit.ts';
import { letGoWhenFull, startInTurn } from '../host/openFiles.ts';
import { ended, keepAlive, startHelper, type HelperCall } from './helperProcess.ts';

/** Frames one-line answers. */
export const untilNewline: Framing = (bytes) => {
  const end = bytes.indexOf(0x0a);
  return end === -1 ? null : end + 1;
};

/** A long-lived git process that answers requests line by line. */
export interface Helper {
  /** Sends a request line (with its newline) and answers the bytes that `framing` delimits. */
  ask(request: Buffer, framing: Framing): Promise<Buffer>;
  dispose(): Promise<void>;
}

interface Question extends Waiting {
  readonly request: Buffer;
  readonly reject: (error: unknown) => void;
  /** True if the process died once before answering: the question may be what kills it. */
  readonly tried: boolean;
}

/**
 * Starts a helper on first use, restarts it if it died, and lets the program end while nothing is asked.
 *
 * A question left unanswered because the process died is asked once more: all our questions can be asked twice.
 */
export function createHelper(program: GitProgram, args: readonly string[], call: HelperCall): Helper {
  let child: ChildProcessWithoutNullStreams | null = null;
  const open: Question[] = [];
  const answers = createAnswers(
    () => open[0],
    () => {
      open.shift();
      if (open.length === 0 && child) keepAlive(child, false);
    },
    () => {
      child?.kill();
      leave().forEach(send);
    },
  );

  /** What it owes is left to the next process. */
  const leave = (): Question[] => {
    child = null;
    answers.reset();
    return open.splice(0);
  };

  const died = (code: number | null, stderr: string): void => {
    const [first, ...rest] = leave();
    if (first && first.tried)
      first.reject(failureOf({ args, cwd: call.cwd, binary: program.binary, code, stderr }));
    else if (first) send({ ...first, tried: true });
    rest.forEach(send);
  };

  const send = (question: Question): void => {
    open.push(question);
    if (child === null) beginning.begin();
    else ask(child, question, question === open[0]);
  };

  const startAndAsk = (): void => {
    const started = startHelper(program, args, call, {
      receive: (chunk) => child === started && answers.receive(chunk),
      died: (code, stderr) => child === started && died(code, stderr),
    });
    child = started;
    keepAlive(started, false);
    for (const question of open) ask(started, question, true);
  };

  const beginning = inTurn(
    () => void (child ?? startAndAsk()),
    (error) => open.splice(0).forEach(({ reject }) => reject(error)),
  );

  const forgotten = letGoWhenFull(async () => {
    const idle = child;
    if (idle === null || open.length > 0) return;
    leave();
    await ended(idle);
  });

  return {
    ask: (request, framing) =>
      new Promise((resolve, reject) => send({ request, framing, resolve, reject, tried: false })),
    async dispose() {
      forgotten();
      await beginning.begun();
      if (child !== null) await ended(child);
    },
  };
}

function ask(child: ChildProcessWithoutNullStreams, { request }: Question, isFirst: boolean): void {
  if (isFirst) keepAlive(child, true);
  // Undefined if it could not be started; its end follows.
  const input = child.stdin as typeof child.stdin | undefined;
  // What is asked in one turn is one write: git is not woken for each line of it.
  input?.cork();
  input?.write(request);
  process.nextTick(() => input?.uncork());
}

/** Starts at once, or when there is room if open files are scarce; never twice. */
function inTurn(
  start: () => void,
  refused: (error: unknown) => void,
): { begin(): void; begun(): Promise<void> } {
  let beginning: Promise<void> | null = null;
  const whenThereIsRoom = async (): Promise<void> => {
    try {
      await startInTurn(3, () => {
        beginning = null;
        start();
      });
    } catch (error) {
      beginning = null;
      refused(error);
    }
  };
  return {
    begin() {
      if (isTight()) beginning ??= whenThereIsRoom();
      else start();
    },
    begun: async () => beginning ?? undefined,
  };
}
