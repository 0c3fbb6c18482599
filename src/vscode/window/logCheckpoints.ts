import type { Log } from '../../session/ports.ts';
import type { PublishedCheckpoint } from './followCheckpoints.ts';

const PUBLISHED = 'checkpoint published';

/**
 * The log of a window, in which each checkpoint is once: what the engine publishes here it logs itself, and a look at the
 * branches finds that, too.
 */
export function eachOnce(log: Log): Log {
  const logged = new Set<unknown>();
  return {
    ...log,
    info: (message, facts) => {
      if (message === PUBLISHED) {
        if (logged.has(facts?.['commit'])) return;
        logged.add(facts?.['commit']);
      }
      log.info(message, facts);
    },
  };
}

/** Says in the log what the branch of a session holds now, whoever published it: they know how long it took. */
export const logCheckpoint =
  (log: Pick<Log, 'info'>) =>
  ({ session, kind, seq, commit }: PublishedCheckpoint): void =>
    log.info(PUBLISHED, { session, kind, seq, commit });
