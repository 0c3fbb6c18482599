import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { SESSIONS_VIEW } from '../contributions.ts';
import { isDriven } from '../state/acts.ts';
import { repositoriesOf } from '../state/windowState.ts';
import type { Store } from './createStore.ts';

/** Moves the view's progress bar while a session runs, whoever started it. */
export function showProgress(store: Store): Disposable {
  let finish: (() => void) | null = null;
  const draw = (): void => {
    const running = repositoriesOf(store.state).some(({ sessions }) =>
      sessions.some(({ summary }) => isDriven(summary)),
    );
    if (running && finish === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      finish = resolve;
      void vscode.window.withProgress({ location: { viewId: SESSIONS_VIEW } }, () => promise);
    } else if (!running && finish !== null) {
      finish();
      finish = null;
    }
  };
  const listening = store.onDidChange(draw);
  return {
    dispose: () => {
      listening.dispose();
      finish?.();
    },
  };
}
