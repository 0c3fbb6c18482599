import type { Disposable } from '../../base/disposable.ts';
import { somethingRuns } from '../state/acts.ts';
import { waitingBadge } from '../state/viewMessage.ts';
import type { Store } from './createStore.ts';
import { showBusy } from './showBusy.ts';

/** Moves the view's progress bar while a session runs, whoever started it, unless a badge must be visible. */
export function showProgress(store: Store): Disposable {
  let finish: (() => void) | null = null;
  const draw = (): void => {
    // Progress replaces the badge with a clock, and what waits for a person matters more than what runs by itself.
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
