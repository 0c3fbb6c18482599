import type * as vscode from 'vscode';
import type { Log } from '../../session/ports.ts';

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
