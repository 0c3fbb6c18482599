import * as vscode from 'vscode';
import type { PhaseView } from '../../session/results.ts';
import type { Chosen } from '../commands/chooseSession.ts';
import { opens } from './openReview.ts';

type Of = Pick<Chosen, 'api' | 'key'>;

/** Where a path of a record or tree lies in the working tree of a session, or of the phase whose work it is; null where that is no file, or one behind a link. */
export async function fileBelow(
  { api, key }: Of,
  path: string,
  phase: PhaseView | null,
): Promise<vscode.Uri | null> {
  // What is done is the session's, and another phase may be in its worktree by now.
  const file = await api.workFile(key.session, path, phase?.worktree === undefined ? null : phase.id);
  return file === null ? null : vscode.Uri.file(file);
}

/** Opens it; false where there is none. */
export async function opensBelow(of: Of, path: string, phase: PhaseView | null): Promise<boolean> {
  const file = await fileBelow(of, path, phase);
  return file !== null && opens(file);
}
