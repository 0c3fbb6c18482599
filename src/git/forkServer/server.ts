/** The program behind `openForkServer.ts` (`dist/forkServer.cjs`). It ends once its engine is gone and each git has ended. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { FromServer, GitStart, ToServer } from './protocol.ts';

/** A message for each piece that git prints would wake the engine as often. Bytes. */
const PIECE = 64 * 1024;

const engine = process.ppid;
const running = new Map<number, ChildProcessWithoutNullStreams>();

/** What a dead engine asked for is not begun any more: its session may have another owner by now. */
const isAlive = (): boolean => process.ppid === engine;

function tell(message: FromServer): void {
  // An engine that dies meanwhile is told by `disconnect`.
  if (process.connected) process.send?.(message, () => undefined);
}

function start(id: number, { binary, args, cwd, env, most, input }: GitStart): void {
  const git = tryToSpawn(binary, args, { cwd, env, windowsHide: true });
  if (git === null) return tell({ type: 'refused', id });
  running.set(id, git);
  let room = most ?? Number.POSITIVE_INFINITY;
  let printed: Buffer[] = [];
  let held = 0;
  const taken = (): Buffer => {
    const bytes = Buffer.concat(printed);
    [printed, held] = [[], 0];
    return bytes;
  };
  const stderr: Buffer[] = [];
  git.stdout.on('data', (bytes: Buffer) => {
    printed.push(bytes);
    held += bytes.length;
    room -= bytes.length;
    if (held > PIECE) tell({ type: 'printed', id, bytes: taken() });
    if (room < 0) git.kill();
  });
  git.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
  // Its exit code says what became of it if it does not read.
  git.stdin.on('error', () => undefined);
  if (input !== null) git.stdin.end(input);
  git.once('close', (code) => {
    running.delete(id);
    tell({ type: 'ended', id, bytes: taken(), code, stderr: Buffer.concat(stderr).toString('utf8') });
  });
}

/** Node reports some refusals by an event, and throws others. */
function tryToSpawn(...given: Parameters<typeof spawn>): ChildProcessWithoutNullStreams | null {
  try {
    const child = spawn(...given) as ChildProcessWithoutNullStreams;
    child.on('error', () => undefined);
    return child.pid === undefined ? null : child;
  } catch {
    return null;
  }
}

function obey(message: ToServer): void {
  if (!isAlive()) return abandon();
  if (message.type === 'start') start(message.id, message.git);
  else running.get(message.id)?.stdin.end(message.input);
}

/** As if the engine had started them: who waits for input gets none and changes nothing, who prints has nobody to read it. */
function abandon(): void {
  for (const git of running.values()) {
    git.stdin.end();
    git.stdout.destroy();
    git.stderr.destroy();
  }
}

process.on('message', obey);
process.once('disconnect', abandon);
tell({ type: 'ready' });
