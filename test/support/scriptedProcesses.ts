import { PassThrough, type Readable, type Writable } from 'node:stream';
import { LONGEST_TIMER_MS } from '../../src/base/longestTimer.ts';
import { openPipe } from '../../src/process/openPipe.ts';
import type { ProcessEnd, ProcessGroup, Processes, ProcessTask } from '../../src/session/ports.ts';

/** What a command does: prints, perhaps changes something, and ends. */
export type Behaviour = (task: ProcessTask, self: Played) => Promise<ScriptedEnd> | ScriptedEnd;
/** A command's own ends of a conversation; nothing comes and nobody listens where the task does not talk. */
export interface Played {
  readonly stdin: Readable;
  readonly stdout: Writable;
}
export type ScriptedEnd = Partial<Omit<ProcessEnd, 'tail'>> & { readonly output?: string };

export interface ScriptedProcesses extends Processes {
  /** Every task that was run, in order. */
  readonly tasks: readonly ProcessTask[];
  /** Groups that were asked to end. */
  readonly ended: readonly ProcessGroup[];
  /** A group that an earlier owner left alive: the next `end` finds it. */
  leaveAlive(group: ProcessGroup): void;
}

/**
 * Processes that a test plays. `script` says what a command does, by its text (a list joined with spaces);
 * `*` stands for all others; what is not scripted cannot be started. A behaviour that never settles ends
 * with the task's signal, as a real command does, or when the grace of `finish` is over.
 */
export function scriptedProcesses(
  script: Readonly<Record<string, Behaviour | ScriptedEnd>> = {},
): ScriptedProcesses {
  const tasks: ProcessTask[] = [];
  const ended: ProcessGroup[] = [];
  const alive = new Set<string>();
  return {
    tasks,
    ended,
    leaveAlive: (group) => void alive.add(group.mark),
    prepare: () => undefined,
    async run(task) {
      tasks.push(task);
      if (task.signal.aborted) return endOf({ kind: 'cancelled', exitCode: null });
      const text = typeof task.command === 'string' ? task.command : task.command.join(' ');
      const behaviour = script[text] ?? script['*'];
      if (behaviour === undefined)
        return endOf({ kind: 'not-started', exitCode: null, output: `no such program: ${text}` });
      const group = {
        pid: 1000 + tasks.length,
        startTime: String(tasks.length),
        mark: `mark-${tasks.length}`,
      };
      await task.onStarted?.(group);
      alive.add(group.mark);
      const self = { stdin: new PassThrough(), stdout: new PassThrough() };
      const finished = Promise.withResolvers<ScriptedEnd>();
      const talk = openPipe(self.stdin, self.stdout, (graceMs) =>
        setTimeout(() => finished.resolve({ kind: 'signalled', signal: 'SIGTERM' }), graceMs),
      );
      task.talk?.(talk.pipe);
      const end = endOf(
        await Promise.race([
          typeof behaviour === 'function' ? behaviour(task, self) : behaviour,
          cancelled(task.signal),
          late(task.timeoutMs),
          finished.promise,
        ]),
      );
      self.stdout.end();
      await talk.close();
      alive.delete(group.mark);
      if (end.tail !== '') for (const line of end.tail.split('\n')) task.onLine?.(line);
      return end;
    },
    async end(group) {
      ended.push(group);
      return alive.delete(group.mark);
    },
  };
}

function endOf(of: ScriptedEnd): ProcessEnd {
  const { output = '', ...end } = of;
  const kind = end.kind ?? 'exited';
  const tail = output.replace(/\n$/, '').split('\n').slice(-30).join('\n');
  return {
    kind,
    exitCode: end.exitCode ?? (kind === 'exited' ? 0 : null),
    signal: end.signal ?? null,
    ms: end.ms ?? 1,
    tail,
    orphans: 0,
  };
}

function cancelled(signal: AbortSignal): Promise<ScriptedEnd> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled', signal: 'SIGTERM' }), { once: true }),
  );
}

function late(ms: number): Promise<ScriptedEnd> {
  return new Promise((resolve) =>
    setTimeout(
      () => resolve({ kind: 'timed-out', exitCode: null, ms }),
      Math.min(ms, LONGEST_TIMER_MS),
    ).unref(),
  );
}
