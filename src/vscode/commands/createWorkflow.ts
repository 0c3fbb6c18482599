import * as vscode from 'vscode';
import { SHIPPED, type Shipped } from '../../model/workflow/shipped/shipped.ts';
import { projectWords } from '../../sentences/projectWords.ts';
import { showInfo } from '../window/messages.ts';
import { pickOne, type PickItem } from '../window/quickInput.ts';
import { chooseRepository } from './chooseSession.ts';
import type { Desk, Target } from './desk.ts';

const TITLE = 'Create Workflow';

/** Writes one of the workflows that come with Cairn into a file, opens it, and says what was found out for it. */
export async function createWorkflow(desk: Desk, target: Target): Promise<void> {
  await desk.store.refresh();
  const repository = await chooseRepository(desk, target, TITLE);
  if (repository === null) return;
  const picked = await pickOne(Object.values(SHIPPED).map(itemOf), {
    title: TITLE,
    placeHolder: 'Which workflow shall be a file that you can change?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return;
  const { file, created, project } = await repository.createWorkflow(picked.name);
  await desk.store.refresh();
  await vscode.window.showTextDocument(vscode.Uri.file(file));
  if (!created) return;
  const { setup, checks, doubts } = projectWords(project);
  void showInfo([setup ?? '', checks, ...doubts].filter((line) => line !== '').join(' '));
}

const itemOf = ({ name, title, description, phases }: Shipped): PickItem & Pick<Shipped, 'name'> => ({
  name,
  icon: 'list-ordered',
  label: title,
  description: name,
  detail: `${description} (${phases.map(({ id }) => id).join(', ')})`,
});
