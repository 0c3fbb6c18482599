import type * as vscode from 'vscode';
import { sentenceOf } from '../window/sentenceOf.ts';
import { showError } from '../window/messages.ts';

/** Says what is wrong and what to do next; the whole of it is in the log. */
export async function tellError(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
  const { message, detail, hint } = sentenceOf(error);
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const shown = [message, detail, hint].filter((part) => part !== '').join(' ');
  if ((await showError(shown, 'Show Log')) === 'Show Log') log.show();
}
