import * as vscode from 'vscode';

/** A request from a file that the person chooses; null where there is none. */
export async function readRequest(): Promise<string | null> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Take the Request from a File',
      openLabel: 'Use as Request',
    })) ?? [];
  if (file === undefined) return null;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  return text.trim() === '' ? null : text;
}
