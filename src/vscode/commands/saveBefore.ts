import * as vscode from 'vscode';
import { showError, showWarning } from '../window/messages.ts';

/** The wording of the question about unsaved edits below a folder. */
interface Asking {
  readonly question: string;
  readonly save: string;
  readonly without: string;
}

/**
 * Asks about unsaved edits before an act reads the files from disk: save them, leave them out, or give up the act.
 * False when the person gives up.
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
  return saveAll(dirty, 'done');
}

/**
 * Asks about unsaved edits in files that are about to be written: save them (so that they are rescued with the rest),
 * keep them in the editor, or give up the act. False when the person gives up.
 */
export async function saveUnsaved(root: string, paths: readonly string[], verb: string): Promise<boolean> {
  const affected = new Set(paths.map((path) => vscode.Uri.joinPath(vscode.Uri.file(root), path).toString()));
  const dirty = vscode.workspace.textDocuments.filter(
    (document) => document.isDirty && affected.has(document.uri.toString()),
  );
  if (dirty.length === 0) return true;
  const names = dirty.map((document) => vscode.workspace.asRelativePath(document.uri));
  const save = `Save and ${verb}`;
  const skip = `${verb} Without Saving`;
  const answer = await showWarning(
    names.length === 1 ? `“${names[0]}” has unsaved changes.` : `${names.length} files have unsaved changes.`,
    {
      modal: true,
      detail: [
        ...(names.length === 1 ? [] : [names.join('\n')]),
        `${save}: what you typed is saved first and kept aside as rescued work.`,
        `${skip}: it stays in the editor, unsaved, over the restored file.`,
      ].join('\n\n'),
    },
    save,
    skip,
  );
  if (answer === skip) return true;
  if (answer !== save) return false;
  return saveAll(dirty, 'restored');
}

async function saveAll(dirty: readonly vscode.TextDocument[], what: string): Promise<boolean> {
  const saved = await Promise.all(dirty.map((document) => document.save()));
  if (saved.every(Boolean)) return true;
  void showError(`Not every file could be saved, so nothing was ${what}.`);
  return false;
}
