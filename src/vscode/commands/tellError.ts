import * as vscode from 'vscode';
import { CairnError } from '../../base/cairnError.ts';
import { paragraphOf, sentenceOf } from '../window/sentenceOf.ts';
import { showError } from '../window/messages.ts';

/** Says what is wrong and what to do next; the log has all of it. */
export async function tellError(log: vscode.LogOutputChannel, error: unknown): Promise<void> {
  const sentence = sentenceOf(error);
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  // The notification may cut this short.
  if (sentence.detail !== '') log.error([sentence.message, sentence.detail].join('\n'));
  const shown = paragraphOf(sentence);
  // A person without this agent needs another one, or the command that installs it.
  const choose = CairnError.is(error, 'machine/agent-not-found') ? ['Choose Agent…'] : [];
  const answer = await showError(shown, ...choose, 'Show Log');
  if (answer === 'Show Log') log.show();
  if (answer === 'Choose Agent…') await vscode.commands.executeCommand('cairn.chooseAgent');
}
