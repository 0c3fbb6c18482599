import type { ProcessEnd, ProcessGroup, ProcessTask } from '../session/ports.ts';
import { endGroup, endMarked } from './endGroup.ts';
import { openPipe, type OpenPipe } from './openPipe.ts';
import type { Order, SupervisedTask, Told } from './protocol.ts';
import type { SupervisorLink } from './supervisorLink.ts';

/** The supervisor died before it took the program, which has not run. */
export interface NotTaken {
  readonly kind: 'not-taken';
  readonly error: Error;
}

type Send = (order: Order) => void;

/** Runs one task below a supervisor; resolves to how it ended. Rejects if `onStarted` or `talk` fails. */
export async function runBelow(
  supervisor: SupervisorLink,
  task: ProcessTask,
  mark: string,
): Promise<ProcessEnd | NotTaken> {
  let finishing = false;
  let talk: OpenPipe | null = null;
  let cancel = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      let group: ProcessGroup | null = null;
      let begun: Promise<void> = Promise.resolve();
      let [taken, over] = [false, false];
      const finish = (end: ProcessEnd): void => {
        over = true;
        // Even if the command has already ended, we wait for `onStarted` and `talk`: if one failed, the caller must know.
        void begun.then(() => resolve(end), reject);
      };
      const hear = (told: Told): void => {
        if (told.type === 'taken') return void (taken = true);
        if (told.type === 'line') return task.onLine?.(told.text);
        if (told.type === 'ended') return finish(told.end);
        group = { pid: told.pid, startTime: told.startTime, mark };
        begun = begin(task, group, send, talk);
        // After a crash nobody would find a group that is not recorded, so it must not run.
        begun.catch(() => send({ type: 'cancel' }));
      };
      const send = supervisor.start(supervised(task, mark), hear);
      cancel = () => send({ type: 'cancel' });
      task.signal.addEventListener('abort', cancel, { once: true });
      talk = openTalk(supervisor, (graceMs) => {
        finishing = true;
        send({ type: 'finish', graceMs });
      });
      void supervisor.gone.then(async ({ signal, error }) => {
        if (over) return;
        // Only a person, the system or a misbehaving command kills a supervisor; now we must end its command.
        if (group !== null) return endGroup(group).then(() => finish(lostEnd(task, signal, finishing)));
        const ran = (await endMarked(mark)) || taken;
        return ran ? reject(error) : resolve({ kind: 'not-taken', error });
      }, reject);
    });
  } finally {
    task.signal.removeEventListener('abort', cancel);
    await (talk as OpenPipe | null)?.close();
  }
}

function openTalk({ talk }: SupervisorLink, onFinish: (graceMs: number) => void): OpenPipe | null {
  if (talk === null) return null;
  const [stdin, stdout] = talk;
  // On Windows only closing a pipe ends it.
  stdin.once('finish', () => stdin.destroy());
  return openPipe(stdin, stdout, onFinish);
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
