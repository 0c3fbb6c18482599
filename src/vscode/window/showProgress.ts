import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { SESSIONS_VIEW } from '../contributions.ts';
import { isDriven } from '../state/acts.ts';
import { waitingBadge } from '../state/viewMessage.ts';
import { repositoriesOf } from '../state/windowState.ts';
import type { Store } from './createStore.ts';

/** Moves the view's progress bar while a session runs, whoever started it, and no badge has to be seen. */
export function showProgress(store: Store): Disposable {
  let finish: (() => void) | null = null;
  const draw = (): void => {
    const running = repositoriesOf(store.state).some(({ sessions }) =>
      sessions.some(({ summary }) => isDriven(summary)),
    );
    // Progress puts a clock where the badge is, and what waits for a person is worth more than what runs by itself.
    const shown = running && waitingBadge(store.state) === null;
    if (shown && finish === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      finish = resolve;
      void vscode.window.withProgress({ location: { viewId: SESSIONS_VIEW } }, () => promise);
    } else if (!shown && finish !== null) {
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
