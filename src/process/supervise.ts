import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { processStart } from '../host/processStart.ts';
import { printedLine } from '../host/printedLine.ts';
import type { ProcessEnd } from '../session/ports.ts';
import { BoundedOutput } from './boundedOutput.ts';
import { endMembers, endWindowsTree } from './endMembers.ts';
import { groupMembers, type Belonging } from './groupMembers.ts';
import { spawnCommand } from './spawnCommand.ts';
import { marked, type FromSupervisor, type SupervisedTask } from './protocol.ts';

const TAIL_LINES = 30;
/** How often descendants are looked up while the command runs, so that one that loses its parent later is known. */
const LOOK_MS = 1_000;
/** How long to wait for the last output after the command ended; somebody outside the group may hold its pipe. */
const DRAIN_MS = 500;
/** `setTimeout` takes no more and fires at once instead. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const LONGEST_LINE = 16_384;

/** A running command: everything that its supervisor can do with it. */
export interface Supervised {
  input(text: string): void;
  /** Ends the whole group; `ended` follows. */
  stop(why: 'cancelled' | 'timed-out'): void;
}

/** Starts a command and looks after its group until nothing of it is left; then calls `tell` with `ended`, once. */
export function supervise(task: SupervisedTask, tell: (message: FromSupervisor) => void): Supervised {
  const began = performance.now();
  const output = new BoundedOutput(task.outputFile);
  const finish = (end: Omit<ProcessEnd, 'ms' | 'tail'>, note = ''): void => {
    if (note !== '') output.write(Buffer.from(note));
    output.close();
    tell({
      type: 'ended',
      end: { ...end, ms: Math.round(performance.now() - began), tail: output.tail(TAIL_LINES) },
    });
  };
  const notStarted = (why: string): Supervised => {
    finish({ kind: 'not-started', exitCode: null, signal: null }, `${why}\n`);
    return { input: () => undefined, stop: () => undefined };
  };
  // Node blames the program when it is the folder that is missing.
  if (!existsSync(task.cwd)) return notStarted(`no such folder: ${task.cwd}`);
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawnCommand(task.command, { cwd: task.cwd, env: marked(task.env, task.mark) });
  } catch (error) {
    // An argument that the system cannot take (a NUL in it, too long).
    return notStarted(String(error));
  }
  if (child.pid === undefined) {
    child.once('error', (error) =>
      finish({ kind: 'not-started', exitCode: null, signal: null }, `${error.message}\n`),
    );
    return { input: () => undefined, stop: () => undefined };
  }
  return watchOver(child, child.pid, task, { output, tell, finish });
}

interface Outlets {
  readonly output: BoundedOutput;
  readonly tell: (message: FromSupervisor) => void;
  readonly finish: (end: Omit<ProcessEnd, 'ms' | 'tail'>) => void;
}

function watchOver(
  child: ChildProcessWithoutNullStreams,
  pid: number,
  task: SupervisedTask,
  to: Outlets,
): Supervised {
  const start = processStart(pid);
  const known = new Map<number, string>();
  const look = (): ReturnType<typeof groupMembers> => {
    const members = groupMembers({ leader: pid, mark: task.mark, known } satisfies Belonging);
    for (const member of members) known.set(member.pid, member.startTime);
    return members;
  };
  let stopped: 'cancelled' | 'timed-out' | null = null;
  let over = false;
  const complete = (exitCode: number | null, signal: string | null): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    clearInterval(looking);
    const kind = stopped ?? (signal === null ? 'exited' : 'signalled');
    // What it left behind is a second writer in the working tree: it goes before anybody looks at the result.
    void endGroup(pid, look)
      .then(() => Promise.race([drained, pause(DRAIN_MS)]))
      .then(() => to.finish({ kind, exitCode, signal }));
  };
  const stop: Supervised['stop'] = (why) => {
    if (over || stopped !== null) return;
    stopped = why;
    // One that hangs in the kernel does not even end when killed: then nobody waits for it.
    void endGroup(pid, look)
      .then(() => pause(DRAIN_MS))
      .then(() => complete(null, 'SIGKILL'));
  };
  const timer = setTimeout(() => stop('timed-out'), Math.min(task.timeoutMs, LONGEST_TIMER_MS));
  const looking = setInterval(look, LOOK_MS);
  const onLine = task.lines ? (text: string): void => to.tell({ type: 'line', text }) : null;
  const drained = Promise.all([
    drain(child.stdout, to.output, onLine),
    drain(child.stderr, to.output, onLine),
  ]);
  child.on('error', () => undefined); // A signal that could not be sent; whether it runs is seen in other ways.
  child.once('exit', complete);
  to.tell({ type: 'started', pid, startTime: start.kind === 'alive' ? start.startTime : '?' });
  return { input: (text) => writeInput(child, text), stop };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function endGroup(pid: number, look: () => ReturnType<typeof groupMembers>): Promise<void> {
  if (process.platform === 'win32') endWindowsTree(pid);
  else await endMembers(look);
}

function writeInput(child: ChildProcessWithoutNullStreams, text: string): void {
  // A command that does not read, or ends before it has read all, closes the pipe: its exit code tells the story.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
}

function drain(
  stream: Readable,
  output: BoundedOutput,
  onLine: ((text: string) => void) | null,
): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    output.write(chunk);
    if (onLine === null) return;
    const lines = (rest + decoder.write(chunk)).split('\n');
    // A line without an end is told in pieces rather than kept for ever.
    rest = (lines.at(-1) ?? '').length > LONGEST_LINE ? '' : (lines.pop() ?? '');
    for (const line of lines) onLine(printedLine(line));
  });
  return new Promise((resolve) => {
    stream.once('close', () => {
      if (onLine !== null && rest !== '') onLine(printedLine(rest));
      resolve();
    });
  });
}
