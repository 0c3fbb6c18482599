import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { LONGEST_TIMER_MS } from '../base/longestTimer.ts';
import { processStart } from '../host/processStart.ts';
import { printedLine } from '../host/printedLine.ts';
import type { ProcessEnd } from '../session/ports.ts';
import { BoundedOutput } from './boundedOutput.ts';
import { endMembers, endWindowsTree } from './endMembers.ts';
import { groupMembers, type Belonging } from './groupMembers.ts';
import { spawnCommand } from './spawnCommand.ts';
import { whyNotStarted } from './whyNotStarted.ts';
import { marked, TALK_INPUT, TALK_OUTPUT, type FromSupervisor, type SupervisedTask } from './protocol.ts';

const TAIL_LINES = 30;
/** How often descendants are looked up while the command runs, so that one that loses its parent later is known. */
const LOOK_MS = 1_000;
/** How long to wait for the last output after the command ended; somebody outside the group may hold its pipe. */
const DRAIN_MS = 500;
const LONGEST_LINE = 16_384;

/** A running command: everything that its supervisor can do with it. */
export interface Supervised {
  input(text: string): void;
  /** Ends the whole group if it still runs after this time. */
  finish(graceMs: number): void;
  /** Ends the whole group; `ended` follows. */
  stop(why: Stopped): void;
}

/** Why somebody was made to end, as it is told. */
type Stopped = Extract<ProcessEnd['kind'], 'cancelled' | 'timed-out' | 'signalled'>;

const NOT_STARTED: Supervised = { input: () => undefined, finish: () => undefined, stop: () => undefined };

/** Starts a command and looks after its group until nothing of it is left; then calls `tell` with `ended`, once. */
export function supervise(task: SupervisedTask, tell: (message: FromSupervisor) => void): Supervised {
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
    // An argument that the system cannot take (a NUL in it, too long).
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
  // The ends are the command's alone now: held here too, the engine would never see them close.
  for (const fd of [TALK_INPUT, TALK_OUTPUT]) closeSync(fd);
  return child;
}

/** How a command ended, but for what its supervisor knows by itself. */
type How = Omit<ProcessEnd, 'ms' | 'tail'>;

interface Outlets {
  readonly output: BoundedOutput;
  readonly tell: (message: FromSupervisor) => void;
  readonly finish: (end: How) => void;
}

function watchOver(child: ChildProcess, pid: number, task: SupervisedTask, to: Outlets): Supervised {
  const start = processStart(pid);
  const known = new Map<number, string>();
  const look = (): ReturnType<typeof groupMembers> => {
    const members = groupMembers({ leader: pid, mark: task.mark, known } satisfies Belonging);
    for (const member of members) known.set(member.pid, member.startTime);
    return members;
  };
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
    // Who ended well and left nobody behind has said its answer as the last thing it did.
    const isGone = exitCode !== 0 || members.length > 0;
    const early = task.talks && stopped === null && !finishing && isGone ? ({ early: true } as const) : {};
    // What it left behind is a second writer in the working tree: it goes before anybody looks at the result.
    void endGroup(pid, look)
      .then(() => Promise.race([drained, pause(DRAIN_MS)]))
      .then(() => to.finish({ kind, exitCode, signal, orphans, ...early }));
  };
  const stop: Supervised['stop'] = (why) => {
    if (over || stopped !== null) return;
    stopped = why;
    // One that hangs in the kernel does not even end when killed: then nobody waits for it.
    void endGroup(pid, look)
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
  child.on('error', () => undefined); // A signal that could not be sent; whether it runs is seen in other ways.
  child.once('exit', complete);
  to.tell({ type: 'started', pid, startTime: start.kind === 'alive' ? start.startTime : '?' });
  return {
    input: (text) => writeInput(child, text),
    finish(graceMs) {
      finishing = true;
      stopAfter(graceMs, 'signalled');
    },
    stop,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function endGroup(pid: number, look: () => ReturnType<typeof groupMembers>): Promise<void> {
  if (process.platform === 'win32') endWindowsTree(pid);
  else await endMembers(look);
}

function writeInput(child: ChildProcess, text: string): void {
  // A command that does not read, or ends before it has read all, closes the pipe: its exit code tells the story.
  child.stdin?.on('error', () => undefined).end(text);
}

/** Null: the output is the engine's own. */
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
