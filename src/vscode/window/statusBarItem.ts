import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { STATUS_BAR_ITEM } from '../contributions.ts';
import { statusBar } from '../state/statusBar.ts';
import type { Store } from './createStore.ts';

/** The one status bar item; there only while a session is open. */
export function showStatusBarItem(store: Store): Disposable {
  const all = new DisposableStore();
  const item = all.add(
    vscode.window.createStatusBarItem(STATUS_BAR_ITEM, vscode.StatusBarAlignment.Left, 10),
  );
  item.name = 'Cairn Session';
  const draw = (): void => {
    const shown = statusBar(store.state);
    if (shown === null) return item.hide();
    item.text = shown.text;
    item.tooltip = shown.tooltip;
    const { command, key, subject = { kind: 'session' } } = shown.opens;
    item.command = { command, title: 'Cairn Session', arguments: [{ subject: { ...key, ...subject } }] };
    item.accessibilityInformation = { label: shown.spoken };
    item.backgroundColor = shown.warning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    item.show();
  };
  all.add(store.onDidChange(draw));
  return all;
}
