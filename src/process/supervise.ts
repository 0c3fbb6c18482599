import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from '../base/longestTimer.ts';
import { printedLine } from '../host/printedLine.ts';
import { startTimeOf } from '../host/processStart.ts';
import type { ProcessEnd } from '../session/ports.ts';
import { BoundedOutput } from './boundedOutput.ts';
import { endMembers, endWindowsTree } from './endMembers.ts';
import { groupMembers, type Listed } from './groupMembers.ts';
import { marked, TALK_INPUT, TALK_OUTPUT, type SupervisedTask, type Told } from './protocol.ts';
import { spawnCommand, whyNotStarted } from './spawnCommand.ts';

const TAIL_LINES = 30;
/** How often we look up descendants while the command runs, so that we know those that lose their parent later. */
const LOOK_MS = 1_000;
/** How long to wait for the last output after the command ended: a process outside the group may hold its pipe. */
const DRAIN_MS = 500;
const LONGEST_LINE = 16_384;

/** What a supervisor can do with a running command. */
export interface Supervised {
  input(text: string): void;
  /** Ends the whole group if it still runs after this time. */
  finish(graceMs: number): void;
  /** Ends the whole group; `ended` follows. */
  stop(why: Stopped): void;
}

/** Why we ended a command. */
type Stopped = Extract<ProcessEnd['kind'], 'cancelled' | 'timed-out' | 'signalled'>;

const NOT_STARTED: Supervised = { input: () => undefined, finish: () => undefined, stop: () => undefined };

/** Starts a command and looks after its group until nothing of it is left; then calls `tell` once with `ended`. */
export function supervise(task: SupervisedTask, tell: (message: Told) => void): Supervised {
  const began = performance.now();
  const output = new BoundedOutput(task.outputFile);
  const finish = (end: How, note = ''): void => {
    if (note !== '') output.write(Buffer.from(note));
    output.close();
    tell({
      type: 'ended',
      end: { ...end, ms: Math.round(performance.now() - began), tail: output.tail(TAIL_LINES) },
    });
  };
  const notStarted = (why: string): Supervised => {
    finish({ kind: 'not-started', exitCode: null, signal: null, orphans: 0 }, `${why}\n`);
    return NOT_STARTED;
  };
  // Node blames the program when it is the folder that is missing.
  if (!existsSync(task.cwd)) return notStarted(`no such folder: ${task.cwd}`);
  let child: ChildProcess;
  try {
    child = start(task);
  } catch (error) {
    // An argument that the system does not accept (it holds a NUL, or is too long).
    return notStarted(String(error));
  }
  if (child.pid === undefined) {
    child.once('error', (error) => notStarted(whyNotStarted(error)));
    return NOT_STARTED;
  }
  return watchOver(child, child.pid, task, { output, tell, finish });
}

function start(task: SupervisedTask): ChildProcess {
  const { command, cwd } = task;
  const env = marked(task.env, task.mark);
  if (!task.talks) return spawnCommand(command, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const child = spawnCommand(command, { cwd, env, stdio: [TALK_INPUT, TALK_OUTPUT, 'pipe'] });
  // These ends are now the command's alone: if we held them too, the engine would never see them close.
  for (const fd of [TALK_INPUT, TALK_OUTPUT]) closeSync(fd);
  return child;
}

type How = Omit<ProcessEnd, 'ms' | 'tail'>;

interface Outlets {
  readonly output: BoundedOutput;
  readonly tell: (message: Told) => void;
  readonly finish: (end: How) => void;
}

function watchOver(child: ChildProcess, pid: number, task: SupervisedTask, to: Outlets): Supervised {
  const startTime = startTimeOf(pid) ?? '?';
  const known = new Map<number, string>();
  const look = (): readonly Listed[] =>
    groupMembers({ leader: pid, mark: task.mark, known, since: startTime });
  let stopped: Stopped | null = null;
  let over = false;
  let finishing = false;
  const complete = (exitCode: number | null, signal: string | null): void => {
    if (over) return;
    over = true;
    for (const timer of timers) clearTimeout(timer);
    clearInterval(looking);
    const kind = stopped ?? (signal === null ? 'exited' : 'signalled');
    const members = stopped === null ? look() : [];
    const orphans = members.filter((one) => one.group !== pid).length;
    // A command that ended well and left nobody behind gave its answer before it ended.
    const isGone = exitCode !== 0 || members.length > 0;
    const early = task.talks && stopped === null && !finishing && isGone ? ({ early: true } as const) : {};
    // What it left behind could still write to the working tree: we end it before anybody looks at the result.
    void endAll(pid, look)
      .then(() => Promise.race([drained, pause(DRAIN_MS)]))
      .then(() => to.finish({ kind, exitCode, signal, orphans, ...early }));
  };
  const stop: Supervised['stop'] = (why) => {
    if (over || stopped !== null) return;
    stopped = why;
    // A process that hangs in the kernel does not end even when killed: then we do not wait for it.
    void endAll(pid, look)
      .then(() => pause(DRAIN_MS))
      .then(() => complete(null, 'SIGKILL'));
  };
  const timers: NodeJS.Timeout[] = [];
  const stopAfter = (ms: number, why: Stopped): void =>
    void timers.push(setTimeout(() => stop(why), Math.min(ms, LONGEST_TIMER_MS)));
  stopAfter(task.timeoutMs, 'timed-out');
  const looking = setInterval(look, LOOK_MS);
  const onLine = task.lines ? (text: string): void => to.tell({ type: 'line', text }) : null;
  const drained = Promise.all([
    drain(child.stdout, to.output, onLine),
    drain(child.stderr, to.output, onLine),
  ]);
  child.on('error', () => undefined); // A signal that could not be sent; we see in other ways whether it runs.
  child.once('exit', complete);
  to.tell({ type: 'started', pid, startTime });
  return {
    input: (text) => writeInput(child, text),
    finish(graceMs) {
      // libuv tells of ended children after all else: on a busy machine one that was gone before would seem to have ended later.
      setImmediate(() => {
        if (over) return;
        finishing = true;
        stopAfter(graceMs, 'signalled');
      });
    },
    stop,
  };
}

async function endAll(pid: number, look: () => readonly Listed[]): Promise<void> {
  if (process.platform === 'win32') endWindowsTree(pid);
  else await endMembers(look);
}

function writeInput(child: ChildProcess, text: string): void {
  // A command that does not read, or ends before it has read everything, closes the pipe: its exit code says the rest.
  child.stdin?.on('error', () => undefined).end(text);
}

/** Copies a stream to the output, and its lines to `onLine`. The stream is null if the engine itself reads it. */
function drain(
  stream: Readable | null,
  output: BoundedOutput,
  onLine: ((text: string) => void) | null,
): Promise<void> {
  if (stream === null) return Promise.resolve();
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    output.write(chunk);
    if (onLine === null) return;
    const lines = (rest + decoder.write(chunk)).split('\n');
    // We pass on an endless line in pieces instead of keeping it for ever.
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
