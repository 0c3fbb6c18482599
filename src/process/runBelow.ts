import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CairnError } from '../base/cairnError.ts';
import type { ProcessEnd, ProcessGroup, ProcessTask } from '../session/ports.ts';
import { endLeftGroup } from './endLeftGroup.ts';
import { messageReader, type FromSupervisor, type SupervisedTask, type ToSupervisor } from './protocol.ts';

/** How the supervisor is started. */
export interface SupervisorProgram {
  readonly supervisorPath: string;
  /** A Node, or an Electron that can be one. */
  readonly execPath: string;
  /** True: `execPath` is an Electron; then the variable that makes it a Node is set for the supervisor only. */
  readonly electronRunAsNode: boolean;
}

type SupervisorProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Runs one task below a supervisor of its own and answers how it ended. Rejects with what `onStarted` rejects with. */
export async function runBelow(
  program: SupervisorProgram,
  task: ProcessTask,
  mark: string,
): Promise<ProcessEnd> {
  if (task.signal.aborted) return { kind: 'cancelled', exitCode: null, signal: null, ms: 0, tail: '' };
  const supervisor = startSupervisor(program);
  const send = (message: ToSupervisor): void => void supervisor.stdin.write(`${JSON.stringify(message)}\n`);
  const cancel = (): void => send({ type: 'cancel' });
  task.signal.addEventListener('abort', cancel, { once: true });
  try {
    return await converse(supervisor, task, mark, send);
  } finally {
    task.signal.removeEventListener('abort', cancel);
    supervisor.stdin.end();
  }
}

function converse(
  supervisor: SupervisorProcess,
  task: ProcessTask,
  mark: string,
  send: (message: ToSupervisor) => void,
): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    let group: ProcessGroup | null = null;
    let refused: { readonly error: unknown } | null = null;
    let complaint = '';
    const settle = (end: ProcessEnd): void =>
      refused === null ? resolve(end) : reject(refused.error as Error);
    const onStarted = async (started: ProcessGroup): Promise<void> => {
      group = started;
      try {
        await task.onStarted?.(started);
        send({ type: 'input', text: task.stdin });
      } catch (error) {
        // The caller could not write down who is about to run: then it must not run.
        refused = { error };
        send({ type: 'cancel' });
      }
    };
    const onMessage = (message: FromSupervisor): void => {
      if (message.type === 'started')
        void onStarted({ pid: message.pid, startTime: message.startTime, mark });
      else if (message.type === 'line') task.onLine?.(message.text);
      else settle(message.end);
    };
    supervisor.stdout.setEncoding('utf8').on('data', messageReader<FromSupervisor>(onMessage));
    supervisor.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (complaint = (complaint + text).slice(-4096)));
    // It ended before it read all; its exit tells the rest.
    supervisor.stdin.on('error', () => undefined);
    supervisor.once('error', (cause) =>
      reject(
        new CairnError(
          'internal/unexpected',
          { what: `supervisor not started: ${cause.message}` },
          { cause },
        ),
      ),
    );
    // After `ended` this changes nothing; without it somebody killed the supervisor, and its command is ours to end.
    supervisor.once('close', (code, signal) => {
      if (group === null)
        reject(
          new CairnError('internal/unexpected', { what: `supervisor ended: ${signal ?? code} ${complaint}` }),
        );
      else
        void endLeftGroup(group).then(
          () =>
            settle({
              kind: task.signal.aborted ? 'cancelled' : 'signalled',
              exitCode: null,
              signal: signal ?? 'SIGKILL',
              ms: 0,
              tail: '',
            }),
          reject,
        );
    });
    send({ type: 'start', task: supervised(task, mark) });
  });
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
  };
}

function startSupervisor(program: SupervisorProgram): SupervisorProcess {
  const env: NodeJS.ProcessEnv = { ...process.env };
  // A debugger or a coverage tool of the engine is not meant for the supervisor.
  for (const name of ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'ELECTRON_RUN_AS_NODE', 'VSCODE_INSPECTOR_OPTIONS'])
    delete env[name];
  if (program.electronRunAsNode) env['ELECTRON_RUN_AS_NODE'] = '1';
  return spawn(program.execPath, [program.supervisorPath], {
    // In a session of its own: who kills the engine's whole group, or closes its terminal, must not hit the one who cleans up.
    detached: process.platform !== 'win32',
    // Not the working tree: that may be removed while this runs.
    cwd: dirname(program.supervisorPath),
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
