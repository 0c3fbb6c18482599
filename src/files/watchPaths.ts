import { watch } from 'chokidar';
import type { Disposable } from '../base/disposable.ts';

const QUIET_MS = 50;

/** A worktree inside the state folder: as large as the repository, and its agent writes all the time. */
const isWorktree = (path: string): boolean => /[\\/]cairn[\\/][^\\/]+[\\/]worktree$/.test(path);

export interface Watch extends Disposable {
  /** Resolves once changes cause hints: a caller that does not look again by itself then looks once more. */
  readonly stands: Promise<void>;
}

/**
 * Calls `onHint` when something at or below these paths may have changed, once per burst; it says no more, so the caller reads
 * again. Watches only these paths, four folders deep, without following links and without polling, so that it never walks a huge
 * tree or a home folder [E20].
 */
export function watchPaths(paths: readonly string[], onHint: () => void): Watch {
  let timer: NodeJS.Timeout | null = null;
  const watcher = watch([...paths], {
    ignoreInitial: true,
    usePolling: false,
    followSymlinks: false,
    depth: 4,
    ignored: isWorktree,
    ignorePermissionErrors: true,
  });
  const hint = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      onHint();
    }, QUIET_MS);
  };
  watcher.on('all', hint);
  // A broken watch (system limit, folder gone) costs hints, never the program: readers also look by themselves.
  watcher.on('error', () => undefined);
  return {
    stands: new Promise((resolve) => watcher.once('ready', resolve)),
    dispose() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      watcher.close().catch(() => undefined);
    },
  };
}
