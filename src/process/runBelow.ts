import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CairnError } from '../base/cairnError.ts';
import { tooManyOpen } from '../host/fileLimit.ts';
import { turnToStart } from '../host/openFiles.ts';
import type { ProcessEnd, ProcessGroup, ProcessTask } from '../session/ports.ts';
import { endGroup, endMarked } from './endGroup.ts';
import { openPipe, type OpenPipe } from './openPipe.ts';
import {
  messageReader,
  TALK_INPUT,
  TALK_OUTPUT,
  type FromSupervisor,
  type SupervisedTask,
  type ToSupervisor,
} from './protocol.ts';

/** How the supervisor is started. */
export interface SupervisorProgram {
  readonly supervisorPath: string;
  /** A Node, or an Electron that can be one. */
  readonly execPath: string;
  /** True if `execPath` is an Electron; then the variable that makes it a Node is set for the supervisor only. */
  readonly electronRunAsNode: boolean;
}

type SupervisorProcess = ChildProcessByStdio<Writable, Readable, Readable>;
type Send = (message: ToSupervisor) => void;

/** Runs one task below a supervisor of its own; resolves to how it ended. Rejects if `onStarted` or `talk` fails. */
export async function runBelow(
  program: SupervisorProgram,
  task: ProcessTask,
  mark: string,
): Promise<ProcessEnd> {
  const talks = task.talk !== undefined;
  const started = await turnToStart(talks ? 5 : 3);
  if (task.signal.aborted) {
    started();
    return { kind: 'cancelled', exitCode: null, signal: null, ms: 0, tail: '', orphans: 0 };
  }
  const supervisor = startSupervisor(program, talks);
  started();
  if ((supervisor.stdout as unknown) === undefined) throw await whyNoPipes(supervisor);
  let finishing = false;
  const send: Send = (message) => {
    finishing ||= message.type === 'finish';
    supervisor.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const cancel = (): void => send({ type: 'cancel' });
  task.signal.addEventListener('abort', cancel, { once: true });
  const talk = openTalk(supervisor, send);
  try {
    return await converse(supervisor, task, mark, send, talk, () => finishing);
  } finally {
    task.signal.removeEventListener('abort', cancel);
    supervisor.stdin.end();
    await talk?.close();
  }
}

/** Why a process has no pipes: if too many files are open, Node does not start it and reports that by an event. */
async function whyNoPipes(supervisor: SupervisorProcess): Promise<CairnError> {
  const cause = await new Promise<Error>((resolve) => supervisor.once('error', resolve));
  return tooManyOpen(cause) ?? broken(`not started: ${cause.message}`, cause);
}

/** Talks to one supervisor, from `start` until it says `ended` or falls silent. */
function converse(
  supervisor: SupervisorProcess,
  task: ProcessTask,
  mark: string,
  send: Send,
  talk: OpenPipe | null,
  isFinishing: () => boolean,
): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    let group: ProcessGroup | null = null;
    let begun: Promise<void> = Promise.resolve();
    let over = false;
    const finish = (end: ProcessEnd): void => {
      over = true;
      // Even if the command has already ended, we wait for `onStarted` and `talk`: if one failed, the caller must know.
      void begun.then(() => resolve(end), reject);
    };
    const onMessage = (message: unknown): void => {
      const told = message as FromSupervisor;
      if (told.type === 'line') return task.onLine?.(told.text);
      if (told.type === 'ended') return finish(told.end);
      group = { pid: told.pid, startTime: told.startTime, mark };
      begun = begin(task, group, send, talk);
      // After a crash nobody would find a group that is not recorded, so it must not run.
      begun.catch(() => send({ type: 'cancel' }));
    };
    supervisor.stdout.setEncoding('utf8').on('data', messageReader(onMessage));
    // It ended before it had read everything; its exit says the rest.
    supervisor.stdin.on('error', () => undefined);
    supervisor.once('error', (cause) => reject(broken(`not started: ${cause.message}`, cause)));
    const complaint = lastOf(supervisor.stderr);
    void silence(supervisor).then(([code, signal]) => {
      if (over) return;
      // Only a person or the system kills a supervisor; now we must end its command.
      const ended = group === null ? endMarked(mark) : endGroup(group);
      void ended.then(() => {
        if (group === null) reject(broken(`ended: ${signal ?? code} ${complaint()}`));
        else finish(lostEnd(task, signal, isFinishing()));
      }, reject);
    });
    send({ type: 'start', task: supervised(task, mark) });
  });
}

/** Resolves once it is gone and we have read all it said. `close` would also wait for a conversation that nobody reads. */
async function silence(
  supervisor: SupervisorProcess,
): Promise<readonly [code: number | null, signal: NodeJS.Signals | null]> {
  const exited = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) =>
    supervisor.once('exit', (code, signal) => resolve([code, signal])),
  );
  const closed = (stream: Readable): Promise<void> => new Promise((resolve) => stream.once('close', resolve));
  const [how] = await Promise.all([exited, closed(supervisor.stdout), closed(supervisor.stderr)]);
  return how;
}

/** Our ends of the command's own pipes; null if it has none. */
function openTalk(supervisor: SupervisorProcess, send: Send): OpenPipe | null {
  const [stdin, stdout] = [supervisor.stdio[TALK_INPUT], supervisor.stdio[TALK_OUTPUT]];
  if (!(stdin instanceof Socket && stdout instanceof Socket)) return null;
  // On Windows only closing a pipe ends it.
  stdin.once('finish', () => stdin.destroy());
  return openPipe(stdin, stdout, (graceMs) => send({ type: 'finish', graceMs }));
}

/** Has the caller record the group, then sends the prompt or begins to talk. */
async function begin(
  task: ProcessTask,
  group: ProcessGroup,
  send: Send,
  talk: OpenPipe | null,
): Promise<void> {
  await task.onStarted?.(group);
  if (talk === null) send({ type: 'input', text: task.stdin });
  else task.talk?.(talk.pipe);
}

function lostEnd(task: ProcessTask, signal: NodeJS.Signals | null, finishing: boolean): ProcessEnd {
  const kind = task.signal.aborted ? 'cancelled' : 'signalled';
  const early = task.talk !== undefined && !finishing ? ({ early: true } as const) : {};
  return { kind, exitCode: null, signal: signal ?? 'SIGKILL', ms: 0, tail: '', orphans: 0, ...early };
}

function broken(what: string, cause?: unknown): CairnError {
  return new CairnError('internal/unexpected', { what: `supervisor ${what}` }, { cause });
}

/** Collects a stream; the returned function gives its last 4096 characters. */
function lastOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-4096)));
  return () => text;
}

function supervised(task: ProcessTask, mark: string): SupervisedTask {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = task.env;
  return {
    command: task.command,
    cwd: task.cwd,
    env,
    mark,
    timeoutMs: task.timeoutMs,
    outputFile: task.outputFile,
    lines: task.onLine !== undefined,
    talks: task.talk !== undefined,
  };
}

function startSupervisor(program: SupervisorProgram, talks: boolean): SupervisorProcess {
  const env: NodeJS.ProcessEnv = { ...process.env };
  // The engine's debugger or coverage tool is not meant for the supervisor.
  for (const name of ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'ELECTRON_RUN_AS_NODE', 'VSCODE_INSPECTOR_OPTIONS'])
    delete env[name];
  if (program.electronRunAsNode) env['ELECTRON_RUN_AS_NODE'] = '1';
  return spawn(program.execPath, [program.supervisorPath], {
    // In a session of its own: killing the engine's whole group, or closing its terminal, must not end what cleans up.
    detached: process.platform !== 'win32',
    // Not the working tree, which may be removed while this runs.
    cwd: dirname(program.supervisorPath),
    env,
    stdio: talks ? ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
