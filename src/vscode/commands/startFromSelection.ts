import * as vscode from 'vscode';
import { repositoryOfFile } from '../state/repositoryOfFile.ts';
import { repositoriesOf } from '../state/windowState.ts';
import { showInfo } from '../window/messages.ts';
import type { Desk } from './desk.ts';
import { startSession } from './startSession.ts';

/** Starts a session whose request is what is selected in an editor; in the repository of its file, where that is one of the window's. */
export async function startFromSelection(desk: Desk): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const request = editor === undefined ? '' : selectedIn(editor);
  if (editor === undefined || request.trim() === '') {
    void showInfo('Select in an editor what is to be done, then start from that.');
    return;
  }
  await desk.store.refresh();
  const roots = repositoriesOf(desk.store.state).map(({ key }) => ({
    key,
    root: desk.store.repository(key).root,
  }));
  const repository = repositoryOfFile(roots, editor.document.uri.fsPath);
  const target = repository === null ? undefined : ({ subject: { kind: 'repository', repository } } as const);
  await startSession(desk, target, request);
}

/** In the order of the text, whatever was selected first. */
const selectedIn = ({ document, selections }: vscode.TextEditor): string =>
  [...selections]
    .sort((a, b) => a.start.compareTo(b.start))
    .map((selection) => document.getText(selection))
    .filter((text) => text !== '')
    .join('\n\n');
