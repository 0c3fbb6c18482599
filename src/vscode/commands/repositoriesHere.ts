import * as vscode from 'vscode';
import { repositoryOfFile } from '../state/repositoryOfFile.ts';
import type { StartState } from '../state/start/startState.ts';
import { repositoriesOf } from '../state/windowState.ts';
import type { Desk } from './desk.ts';

/** The repositories of the window, and which of them is meant: the one that was, that of the file in front, or the first. */
export function repositoriesHere(
  { store }: Desk,
  was: string | null,
): Pick<StartState, 'repositories' | 'repository'> {
  const repositories = repositoriesOf(store.state).map(({ key, name }) => ({
    key,
    name,
    root: store.repository(key).root,
  }));
  const isHere = repositories.some(({ key }) => key === was);
  const repository = isHere ? was : (inFront(repositories) ?? repositories[0]?.key ?? null);
  return { repositories, repository };
}

function inFront(repositories: StartState['repositories']): string | null {
  const file = vscode.window.activeTextEditor?.document.uri;
  return file?.scheme === 'file' ? repositoryOfFile(repositories, file.fsPath) : null;
}
