import { runInNewContext } from 'node:vm';
import { codeOf } from './systemError.ts';

/**
 * Runs a pure task for at most `ms` milliseconds on this thread; null if it took longer and was ended.
 *
 * A regular expression from a workflow can run for ever on a text from an agent. Meanwhile nothing else in this process runs, not
 * even the heartbeat of a lease.
 */
export function withinTime<T>(ms: number, task: () => T): { readonly value: T } | null {
  try {
    return { value: runInNewContext('task()', { task }, { timeout: ms }) as T };
  } catch (error) {
    if (codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}
