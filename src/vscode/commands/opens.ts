import * as vscode from 'vscode';

/** Opens a document; false where there is none. */
export async function opens(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    // Not there, or not readable: the caller has the checkpoint's copy, or says so.
    return false;
  }
  await vscode.commands.executeCommand('vscode.open', uri);
  return true;
}
