import * as vscode from 'vscode';
import { CairnError } from '../../base/cairnError.ts';
import { paragraphOf, sentenceOf } from '../window/sentenceOf.ts';
import { showError } from '../window/messages.ts';

/** Says what is wrong and what to do next; the whole of it is in the log. */
export async function tellError(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
  const sentence = sentenceOf(error);
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  // All of what a notification may have cut short.
  if (sentence.detail !== '') log.error([sentence.message, sentence.detail].join('\n'));
  const shown = paragraphOf(sentence);
  // Whoever lacks an agent needs another one, or the command that installs it.
  const choose = CairnError.is(error, 'machine/agent-not-found') ? ['Choose Agent…'] : [];
  const answer = await showError(shown, ...choose, 'Show Log');
  if (answer === 'Show Log') log.show();
  if (answer === 'Choose Agent…') await vscode.commands.executeCommand('cairn.chooseAgent');
}
