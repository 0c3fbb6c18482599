import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import { tooManyOpen } from '../host/fileLimit.ts';
import { settingsOf, type GitCall, type GitProgram } from './createGit.ts';

export type HelperCall = Pick<GitCall, 'cwd' | 'env' | 'index' | 'writes'>;

interface Hearing {
  readonly receive: (chunk: Buffer) => void;
  readonly died: (code: number | null, stderr: string) => void;
}

/** Starts the process of a helper; what keeps it from starting is told as its end. */
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
  // Node gives it no pipes where too many files are open, and tells by the event alone.
  if ((started.stdout as unknown) === undefined) return started.once('error', () => died(null, stderr));
  started.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-8000)));
  started.stdout.on('data', receive);
  // The pipe of a dead process; 'close' tells the story.
  started.stdin.on('error', () => {});
  started.on('close', (code) => died(code, stderr));
  return started;
}

/** Closes the pipe by which it is asked, and waits for its end. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  // It never was.
  if ((child.stdin as unknown) === undefined) return;
  keepAlive(child, true);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.end();
  await closed;
}

/** An idle helper must not keep our own process from ending; one that owes an answer must. */
export function keepAlive(child: ChildProcessWithoutNullStreams, yes: boolean): void {
  // Pipes of a child are sockets, which node's types do not say.
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as unknown as readonly (
    | Socket
    | undefined
  )[]) {
    if (yes) handle?.ref();
    else handle?.unref();
  }
}
