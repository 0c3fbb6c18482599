import * as vscode from 'vscode';
import type { CommandId } from '../contributions.ts';
import type { SessionKey } from '../state/windowState.ts';
import type { AnswerSubject } from '../tree/row.ts';

/** Runs one of our commands as if chosen on a session's row, or on that of an answer to what one of its phases asks. */
export const onRowOf = (
  command: CommandId,
  key: SessionKey,
  answer?: Pick<AnswerSubject, 'phase' | 'answer'>,
): Thenable<unknown> =>
  vscode.commands.executeCommand(command, {
    subject: answer === undefined ? { kind: 'session', ...key } : { kind: 'answer', ...key, ...answer },
  });
