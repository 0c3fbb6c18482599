import { runInNewContext } from 'node:vm';

/**
 * Runs a pure task for at most so many milliseconds of this thread; null: it took longer and was ended.
 *
 * A regular expression from a workflow can take for ever over a text from an agent, and nothing else of this process
 * gets a turn meanwhile, the heartbeat of a lease not either.
 */
export function withinTime<T>(ms: number, task: () => T): { readonly value: T } | null {
  try {
    const value = runInNewContext('task()', { task }, { timeout: ms }) as T;
    return { value };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}
