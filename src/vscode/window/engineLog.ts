import type * as vscode from 'vscode';
import type { Log } from '../../session/ports.ts';
import type { PublishedCheckpoint } from './followCheckpoints.ts';

/** The engine's log in our channel, where the person chooses the level. */
export function engineLog(channel: vscode.LogOutputChannel): Log {
  return {
    info: (message, facts) => channel.info(line(message, facts)),
    warn: (message, facts) => channel.warn(line(message, facts)),
    error: (message, facts) => channel.error(line(message, facts)),
  };
}

function line(message: string, facts: Readonly<Record<string, unknown>> | undefined): string {
  return facts === undefined ? message : `${message} ${JSON.stringify(facts)}`;
}

const PUBLISHED = 'checkpoint published';

/** Logs each checkpoint once: the engine logs what it publishes here, and a look at the branches finds it again. */
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

/** Logs a checkpoint that a session's branch now holds, whoever published it; only they know how long it took. */
export const logCheckpoint =
  (log: Pick<Log, 'info'>) =>
  ({ session, kind, seq, commit }: PublishedCheckpoint): void =>
    log.info(PUBLISHED, { session, kind, seq, commit });
