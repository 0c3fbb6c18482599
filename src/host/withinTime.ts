import { createContext, Script, type Context } from 'node:vm';
import { codeOf } from './systemError.ts';

/** Made once: making it costs more than most tasks. The task itself runs where it was made. */
let stage: { readonly context: Context; readonly script: Script } | null = null;

/** A task that has computed for so much of its time had it. */
const SHARE = 0.5;

/**
 * Runs a pure task for at most `ms` milliseconds on this thread; null if it took longer and was ended. Where the process stood still
 * meanwhile (Ctrl-Z, a machine that slept or was busy), the task has not had its time, and is begun again.
 *
 * A regular expression from a workflow can run for ever on a text from an agent. Meanwhile nothing else in this process runs, not
 * even the heartbeat of a lease.
 */
export function withinTime<T>(ms: number, task: () => T): { readonly value: T } | null {
  stage ??= { context: createContext({}), script: new Script('task()') };
  const { context, script } = stage;
  const began = process.cpuUsage();
  do {
    try {
      context['task'] = task;
      return { value: script.runInContext(context, { timeout: ms }) as T };
    } catch (error) {
      if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    } finally {
      delete context['task'];
    }
  } while (computedSince(began) < ms * SHARE);
  return null;
}

/** Milliseconds, of all threads of this process. */
function computedSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
