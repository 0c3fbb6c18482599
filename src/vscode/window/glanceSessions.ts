import * as vscode from 'vscode';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import { SESSIONS_FOLDER } from '../../model/names/places.ts';
import type { GlancedSession } from '../state/windowState.ts';

/** Show at most this many, newest first: ids begin with the date. */
const AT_MOST = 100;
/** A STATUS.md is a few kilobytes; a file larger than this is something else. */
const MOST_BYTES = 1024 * 1024;

/** The sessions that have a STATUS.md in a folder; reads files only and starts no process. */
export async function glanceSessions(folder: string): Promise<readonly GlancedSession[]> {
  const sessions = await folderBelow(vscode.Uri.file(folder), SESSIONS_FOLDER);
  if (sessions === null) return [];
  const names = (await vscode.workspace.fs.readDirectory(sessions))
    .filter(([, type]) => type === vscode.FileType.Directory)
    .map(([name]) => name);
  const newest = names.sort().reverse().slice(0, AT_MOST);
  const read = await Promise.all(
    newest.map((session) => glance(vscode.Uri.joinPath(sessions, session, 'STATUS.md'), session)),
  );
  return read
    .filter((one) => one !== null)
    .sort((a, b) => (b.glance?.updated ?? '').localeCompare(a.glance?.updated ?? ''));
}

async function glance(file: vscode.Uri, session: string): Promise<GlancedSession | null> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(file);
    // What a link leads to may be a device, which has no size and no end.
    if (type !== vscode.FileType.File || size > MOST_BYTES) return { session, glance: null };
    return {
      session,
      glance: glanceStatus(new TextDecoder().decode(await vscode.workspace.fs.readFile(file))),
    };
  } catch {
    // A folder without a STATUS.md is no session.
    return null;
  }
}

/** A folder that is reached through no link; null where there is none, as in most. */
async function folderBelow(root: vscode.Uri, path: string): Promise<vscode.Uri | null> {
  let folder = root;
  for (const name of path.split('/')) {
    folder = vscode.Uri.joinPath(folder, name);
    const found = await vscode.workspace.fs.stat(folder).then(
      ({ type }) => type,
      () => null,
    );
    if (found !== vscode.FileType.Directory) return null;
  }
  return folder;
}
