import * as vscode from 'vscode';
import { showError, showWarning } from '../window/messages.ts';

/** How the question is asked about what is typed and not saved below a folder. */
interface Asking {
  readonly question: string;
  readonly save: string;
  readonly without: string;
}

/**
 * Settles what is typed and not saved before something takes the files as they are on disk: saved, left where it is, or
 * the whole act given up. False: given up.
 */
export async function saveBefore(folder: string | null, asking: Asking): Promise<boolean> {
  if (folder === null) return true;
  const root = vscode.Uri.file(folder).path;
  const dirty = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.path.startsWith(`${root}/`),
  );
  if (dirty.length === 0) return true;
  const detail = dirty.map(({ uri }) => vscode.workspace.asRelativePath(uri)).join('\n');
  const { question, save, without } = asking;
  const answer = await showWarning(question, { modal: true, detail }, save, without);
  if (answer !== save) return answer === without;
  const saved = await Promise.all(dirty.map((document) => document.save()));
  if (saved.every(Boolean)) return true;
  void showError('Not every file could be saved, so nothing was done.');
  return false;
}
