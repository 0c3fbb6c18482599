import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { somethingRuns } from '../state/acts.ts';
import type { Store } from './createStore.ts';

export interface Follow extends Disposable {
  /** The view was shown or hidden. */
  setVisible(visible: boolean): void;
}

/** The longest a visible view may be out of date. */
const VISIBLE_MS = 1_700;
/** How often to check whether a look is due; together with the above it stays below two seconds. */
const BEAT_MS = 250;
/** While hidden with something running: keeps status bar and notifications current if a hint was lost. */
const HIDDEN_MS = 10_000;
/** Hints come in bursts; one look answers them all. */
const QUIET_MS = 150;
/** An agent that never stops writing never stops hinting. */
const BREATH_MS = 500;

/**
 * Keeps the store current with what other windows, terminals and runners do: a file watcher gives a hint, a look at the
 * refs gives the answer. While the view is visible, looks also happen without a hint.
 */
export function followChanges(store: Store): Follow {
  const all = new DisposableStore();
  const watched = new Map<string, Disposable>();
  let visible = false;
  let looking = 0;
  let lastLook = 0;
  let settle: ReturnType<typeof setTimeout> | undefined;

  const look = async (): Promise<void> => {
    looking += 1;
    try {
      await store.refresh();
    } finally {
      looking -= 1;
      lastLook = Date.now();
    }
  };

  const hint = (): void => {
    const delay = Math.max(QUIET_MS, lastLook + BREATH_MS - Date.now());
    settle ??= setTimeout(() => {
      settle = undefined;
      void look();
    }, delay);
  };

  const beat = setInterval(() => {
    // Looks must not pile up on a slow disk, so wait for the one under way.
    const due = visible ? VISIBLE_MS : somethingRuns(store.state) ? HIDDEN_MS : Number.POSITIVE_INFINITY;
    if (looking === 0 && Date.now() - lastLook >= due) void look();
  }, BEAT_MS);

  const watchRepositories = (): void => {
    const here = store.repositories();
    for (const [key, watcher] of watched) {
      if (here.some((repository) => repository.key === key)) continue;
      watcher.dispose();
      watched.delete(key);
    }
    for (const repository of here) {
      if (!watched.has(repository.key))
        watched.set(repository.key, repository.watch(repository.api.watchPaths(null), hint));
    }
  };
  all.add(store.onDidChange(watchRepositories));
  all.add({ dispose: () => clearInterval(beat) });
  all.add({ dispose: () => clearTimeout(settle) });
  all.add({ dispose: () => watched.forEach((watcher) => watcher.dispose()) });

  return {
    setVisible: (now) => {
      const shown = now && !visible;
      visible = now;
      if (shown) void look();
    },
    dispose: () => all.dispose(),
  };
}
