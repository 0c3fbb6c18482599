import * as vscode from 'vscode';
import { counted } from '../../base/listed.ts';
import { slugOfId } from '../../model/names/shortName.ts';
import { onSession, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';
import { showInfo } from '../window/messages.ts';
import { askText, pickOne } from '../window/quickInput.ts';
import { landTitle } from '../state/toLand.ts';
import { showBusy } from '../window/showBusy.ts';

/** Takes a session's result into the person's own branch. */
export const landCommand = (desk: Desk) =>
  ({
    'cairn.land': onSession(
      desk,
      'land',
      'No session here has a result to land: a running one must be stopped first.',
      (one) => land(desk, one),
    ),
  }) satisfies Partial<Handlers>;

async function land(desk: Desk, one: Chosen): Promise<void> {
  const how = await chooseHow(one);
  if (how === null) return;
  const landed = await showBusy(() => one.api.land(one.key.session, how));
  await desk.store.refresh();
  const files = counted(landed.changed.length, 'file');
  const text =
    landed.branch === null
      ? `“${one.node.summary.title}” landed in your working tree, uncommitted: ${files}.`
      : `“${one.node.summary.title}” landed as ${landed.commits.length === 1 ? 'one commit' : `${landed.commits.length} commits`} on ${landed.branch}: ${files}.`;
  if ((await showInfo(text, 'Open Source Control')) !== undefined)
    await vscode.commands.executeCommand('workbench.view.scm');
}

type How = Parameters<Chosen['api']['land']>[1];

async function chooseHow(one: Chosen): Promise<How | null> {
  const branch = {
    icon: 'git-branch',
    label: 'On a New Branch…',
    detail: 'One commit as yours, hooks and signature too; it says what was asked, done and checked.',
  };
  const phases = {
    icon: 'git-commit',
    label: 'One Commit per Phase…',
    detail: 'The same on a new branch, with a commit for each phase that changed something.',
  };
  const apply = {
    icon: 'edit',
    label: 'Into the Working Tree',
    detail: 'Uncommitted changes on your current branch, for you to look at and commit.',
  };
  const picked = await pickOne([branch, phases, apply], {
    title: landTitle(one.node.summary),
    placeHolder: 'Where to? The session’s own files (.cairn) are left out.',
  });
  if (picked === undefined) return null;
  if (picked === apply) return { apply: true };
  const name = await askText({
    title: `Land “${one.node.summary.title}”`,
    prompt: 'Name of the new branch',
    value: slugOfId(one.key.session),
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'A branch needs a name.' : null),
  });
  if (name === undefined) return null;
  return { branch: name.trim(), commits: picked === phases ? 'phase' : 'one' };
}
