import * as vscode from 'vscode';
import { count } from '../state/words.ts';
import { chooseSession, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';

type Id =
  | 'cairn.openWorktree'
  | 'cairn.verify'
  | 'cairn.delete'
  | 'cairn.createSample'
  | 'cairn.showLog'
  | 'cairn.refresh'
  | 'cairn.copySessionId';

/** Commands on a session as a whole, and on the window. */
export function sessionCommands(desk: Desk): Handlers<Id> {
  return {
    'cairn.openWorktree': async (target) => {
      const one = await chooseSession(
        desk,
        target,
        'openWorktree',
        'No session has a worktree on this machine; resuming one makes it.',
      );
      const worktree = one === null ? null : (await statusOf(one)).worktree;
      if (worktree !== null)
        await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(worktree), {
          forceNewWindow: true,
        });
    },

    'cairn.verify': async (target) => {
      const one = await chooseSession(desk, target, 'verify', 'There is no session to verify.');
      if (one !== null) await verify(desk, one);
    },

    'cairn.delete': async (target) => {
      const one = await chooseSession(
        desk,
        target,
        'delete',
        'No session here can be deleted: a running one must be stopped first.',
      );
      if (one !== null) await deleteSession(desk, one);
    },

    'cairn.createSample': async (target) => {
      await desk.store.refresh();
      const named =
        target !== undefined && 'repository' in target.subject
          ? desk.store.repository(target.subject.repository)
          : desk.store.repositories()[0];
      if (named === undefined) return;
      const file = await named.createSample();
      await desk.store.refresh();
      await vscode.window.showTextDocument(vscode.Uri.file(file));
    },

    'cairn.showLog': async () => desk.log.show(),
    'cairn.refresh': async () => desk.store.refresh(),
    'cairn.copySessionId': async (target) => {
      if (target?.subject.kind === 'session') await vscode.env.clipboard.writeText(target.subject.session);
    },
  };
}

async function verify(desk: Desk, one: Chosen): Promise<void> {
  const results = await vscode.window.withProgress({ location: { viewId: 'cairn.sessions' } }, () =>
    one.api.verify(one.key.session),
  );
  const violations = results.flatMap((result) => result.violations);
  const { title } = one.node.summary;
  if (violations.length === 0) {
    void vscode.window.showInformationMessage(`“${title}” holds every rule of the format.`);
    return;
  }
  for (const { rule, where, what } of violations)
    desk.log.warn(`${one.key.session} ${rule} ${where}: ${what}`);
  const answer = await vscode.window.showWarningMessage(
    `“${title}” breaks the format in ${count(violations.length, 'place')}.`,
    'Show Log',
  );
  if (answer !== undefined) desk.log.show();
}

async function deleteSession(desk: Desk, one: Chosen): Promise<void> {
  const keep = 'Delete Session';
  const purge = 'Delete Everything';
  const answer = await vscode.window.showWarningMessage(
    `Delete “${one.node.summary.title}”?`,
    {
      modal: true,
      detail: [
        `${keep}: its branch and worktree go. Uncommitted work is set aside, and the last checkpoint is kept as an archive that git can still reach.`,
        `${purge}: the archive and all rescued work go too. This cannot be undone.`,
      ].join('\n\n'),
    },
    keep,
    purge,
  );
  if (answer === undefined) return;
  await vscode.window.withProgress({ location: { viewId: 'cairn.sessions' } }, () =>
    one.api.delete(one.key.session, { purge: answer === purge }),
  );
  await desk.store.refresh();
}
