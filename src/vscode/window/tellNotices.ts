import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { noticesBetween, type Notice } from '../state/notices.ts';
import type { SessionsTree } from '../tree/sessionsTree.ts';
import type { Store } from './createStore.ts';
import { onRowOf } from './onRowOf.ts';
import { setting } from './settings.ts';
import { showInfo, showWarning } from './messages.ts';

/** Tells a person who is looking elsewhere that a session waits, is blocked or has ended. */
export function tellNotices(store: Store, tree: SessionsTree): Disposable {
  return store.onDidChange(({ before, after }) => {
    // A person at this window sees the tree, the badge and the status bar.
    if (vscode.window.state.focused || setting('cairn.notifications') === 'never') return;
    for (const notice of noticesBetween(before, after)) void tell(notice, tree);
  });
}

async function tell(notice: Notice, tree: SessionsTree): Promise<void> {
  const labels = notice.actions.map(([label]) => label);
  const show = notice.severity === 'warning' ? showWarning : showInfo;
  const answer = await show(notice.text, ...labels);
  const [, command, given] = notice.actions.find(([label]) => label === answer) ?? [];
  if (command === 'show') await tree.show(notice.key);
  else if (command !== undefined) await onRowOf(command, notice.key, given);
}
