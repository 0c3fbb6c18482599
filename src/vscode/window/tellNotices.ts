import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { noticesBetween, type Notice } from '../state/notices.ts';
import type { SessionsTree } from '../tree/sessionsTree.ts';
import type { Store } from './createStore.ts';
import { setting } from './settings.ts';
import { showInfo, showWarning } from './messages.ts';

/** Tells a person who is looking elsewhere that a session waits, is blocked or has ended. */
export function tellNotices(store: Store, tree: SessionsTree): Disposable {
  const all = new DisposableStore();
  all.add(
    store.onDidChange(({ before, after }) => {
      // A person at this window sees the tree, the badge and the status bar.
      if (vscode.window.state.focused || setting('cairn.notifications') === 'never') return;
      for (const notice of noticesBetween(before, after)) void tell(notice, tree);
    }),
  );
  return all;
}

async function tell(notice: Notice, tree: SessionsTree): Promise<void> {
  const labels = notice.actions.map(([label]) => label);
  const answer =
    notice.severity === 'warning'
      ? await showWarning(notice.text, ...labels)
      : await showInfo(notice.text, ...labels);
  const command = notice.actions.find(([label]) => label === answer)?.[1];
  if (command === 'show') await tree.show(notice.key);
  else if (command !== undefined)
    await vscode.commands.executeCommand(command, { subject: { kind: 'session', ...notice.key } });
}
