import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { createAnswers, type Waiting } from './answers.ts';
import { settingsOf, type GitProgram } from './createGit.ts';
import { failureOf } from './errors.ts';

/** Length in bytes of the first whole answer in `bytes`; `null`: cannot be said yet. May be more than there is. */
export type Framing = (bytes: Buffer) => number | null;

/** For answers of one line. */
export const untilNewline: Framing = (bytes) => {
  const end = bytes.indexOf(0x0a);
  return end === -1 ? null : end + 1;
};

/** A git process that answers one line after another for as long as it is needed. */
export interface Helper {
  /** Starts the process if it is not there: its first answer then comes sooner. */
  start(): void;
  /** Sends a request line (newline included) and resolves with the bytes of its answer, as `framing` delimits it. */
  ask(request: Buffer, framing: Framing): Promise<Buffer>;
  dispose(): Promise<void>;
}

interface Question extends Waiting {
  readonly request: Buffer;
  readonly reject: (error: unknown) => void;
  /** The process died once before it answered this one: the question may be what kills it. */
  readonly tried: boolean;
}

export interface HelperOptions {
  readonly cwd: string;
  readonly gitDir: string;
  readonly writes?: true | 'flushed-later';
  /** True: what it is asked to do must not be done twice, so that who asks is told when it died. */
  readonly once?: true;
}

/**
 * Starts a helper on first use, restarts it when it died, and lets the program end while nothing is asked.
 *
 * A question that was not answered because the process died (somebody killed it) is asked once more: all our
 * questions can be asked twice.
 */
export function createHelper(program: GitProgram, args: readonly string[], options: HelperOptions): Helper {
  let child: ChildProcessWithoutNullStreams | null = null;
  let open: Question[] = [];
  const answers = createAnswers(
    () => open[0],
    () => {
      open.shift();
      if (open.length === 0 && child) keepAlive(child, false);
    },
  );

  const start = (): ChildProcessWithoutNullStreams => {
    const { env, config } = settingsOf(program, {
      ...(options.writes ? { writes: options.writes } : {}),
      env: { GIT_DIR: options.gitDir },
    });
    const started = spawn(program.binary, [...config, ...args], { cwd: options.cwd, env, windowsHide: true });
    let stderr = '';
    started.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-8000)));
    started.stdout.on('data', (chunk: Buffer) => child === started && answers.receive(chunk));
    // The pipe of a dead process; 'close' tells the story.
    started.stdin.on('error', () => {});
    started.on('error', (error) => (stderr += String(error)));
    started.on('close', (code) => child === started && died(code, stderr));
    return started;
  };

  const died = (code: number | null, stderr: string): void => {
    child = null;
    answers.reset();
    const [first, ...rest] = open;
    open = [];
    if (first && (first.tried || options.once))
      first.reject(failureOf({ args, cwd: options.cwd, binary: program.binary, code, stderr }));
    else if (first) send({ ...first, tried: true });
    for (const question of rest) send(question);
  };

  const send = (question: Question): void => {
    child ??= start();
    if (open.length === 0) keepAlive(child, true);
    open.push(question);
    child.stdin.write(question.request);
  };

  return {
    start() {
      if (child !== null) return;
      child = start();
      keepAlive(child, false);
    },
    ask: (request, framing) =>
      new Promise((resolve, reject) => send({ request, framing, resolve, reject, tried: false })),
    async dispose() {
      const ending = child;
      if (!ending) return;
      keepAlive(ending, true);
      const ended = new Promise((resolve) => ending.once('close', resolve));
      ending.stdin.end();
      await ended;
    },
  };
}

/** An idle helper must not keep our own process from ending; one that owes an answer must. */
function keepAlive(child: ChildProcessWithoutNullStreams, yes: boolean): void {
  // Pipes of a child are sockets, which node's types do not say.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as unknown as readonly Socket[]) {
    if (yes) handle.ref();
    else handle.unref();
  }
}
