import * as vscode from 'vscode';
import type { CommandId } from '../contributions.ts';
import type { SessionKey } from '../state/windowState.ts';

/** Runs one of our commands as if chosen on a session's row. */
export const onRowOf = (command: CommandId, key: SessionKey): Thenable<unknown> =>
  vscode.commands.executeCommand(command, { subject: { kind: 'session', ...key } });
