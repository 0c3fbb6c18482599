import * as vscode from 'vscode';
import type { CommandId } from '../contributions.ts';
import type { SessionKey } from '../state/windowState.ts';
import type { GivenSubject } from '../state/givenSubject.ts';

/** Runs one of our commands as if chosen on a session's row, or on a row below what one of its phases asks. */
export const onRowOf = (
  command: CommandId,
  key: SessionKey,
  given: GivenSubject | { readonly kind: 'session' } = { kind: 'session' },
): Thenable<unknown> =>
  vscode.commands.executeCommand(command, {
    subject: { ...key, ...given },
  });
