import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { tooManyOpen } from '../host/fileLimit.ts';
import { settingsOf, type GitCall, type GitProgram } from './gitCall.ts';

export type HelperCall = Pick<GitCall, 'cwd' | 'env' | 'index' | 'writes'>;

interface Hearing {
  readonly receive: (chunk: Buffer) => void;
  readonly died: (code: number | null, stderr: string) => void;
}

/** Starts the process of a helper. A failure to start is reported as its end. */
export function startHelper(
  program: GitProgram,
  args: readonly string[],
  call: HelperCall,
  { receive, died }: Hearing,
): ChildProcessWithoutNullStreams {
  const { env, config } = settingsOf(program, call);
  const started = spawn(program.binary, [...config, ...args], { cwd: call.cwd, env, windowsHide: true });
  let stderr = '';
  started.on('error', (error) => {
    tooManyOpen(error); // From now on they are counted.
    stderr += String(error);
  });
  // With too many open files Node gives it no pipes, and reports only by the event.
  if ((started.stdout as unknown) === undefined) return started.once('error', () => died(null, stderr));
  started.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-8000)));
  started.stdout.on('data', receive);
  // A dead process's pipe: 'close' reports it.
  started.stdin.on('error', () => {});
  started.on('close', (code) => died(code, stderr));
  return started;
}

/** Closes its standard input, and waits for its end. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  // It never started.
  if ((child.stdin as unknown) === undefined) return;
  keepAlive(child, true);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  await closed;
}

/** An idle helper must not keep our own process alive; one that owes an answer must. */
export function keepAlive(child: ChildProcessWithoutNullStreams, yes: boolean): void {
  // A child's pipes are sockets, which Node's types do not say.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as unknown as readonly (
    | Socket
    | undefined
  )[]) {
    if (yes) handle?.ref();
    else handle?.unref();
  }
}
