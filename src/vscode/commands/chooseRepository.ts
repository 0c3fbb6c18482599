import * as vscode from 'vscode';
import type { RepositorySessions } from '../cairns.ts';
import { SESSIONS_VIEW } from '../contributions.ts';
import { repositoriesOf } from '../state/windowState.ts';
import type { Desk, Target } from './desk.ts';

/** The repository that is meant: the row's, the only one of the window, or the one that the person picks. */
export async function chooseRepository(
  desk: Desk,
  target: Target,
  title: string,
): Promise<RepositorySessions | null> {
  if (target !== undefined && 'repository' in target.subject)
    return desk.store.repository(target.subject.repository);
  const repositories = repositoriesOf(desk.store.state);
  const [only] = repositories;
  if (only === undefined) {
    // The view says what is missing.
    await vscode.commands.executeCommand(`${SESSIONS_VIEW}.focus`);
    return null;
  }
  if (repositories.length === 1) return desk.store.repository(only.key);
  const picked = await vscode.window.showQuickPick(
    repositories.map(({ key, name }) => {
      const repository = desk.store.repository(key);
      return { label: `$(repo) ${name}`, description: repository.root, repository };
    }),
    { title, placeHolder: 'In which repository?' },
  );
  return picked?.repository ?? null;
}
