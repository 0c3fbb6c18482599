import type { Disposable } from '../../base/disposable.ts';
import { somethingRuns } from '../state/acts.ts';
import { waitingBadge } from '../state/viewMessage.ts';
import type { Store } from './createStore.ts';
import { showBusy } from './showBusy.ts';

/** Moves the view's progress bar while a session runs, whoever started it, and no badge has to be seen. */
export function showProgress(store: Store): Disposable {
  let finish: (() => void) | null = null;
  const draw = (): void => {
    // Progress puts a clock where the badge is, and what waits for a person is worth more than what runs by itself.
    const shown = somethingRuns(store.state) && waitingBadge(store.state) === null;
    if (shown && finish === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      finish = resolve;
      void showBusy(() => promise);
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
