import { watch } from 'chokidar';
import type { Disposable } from '../base/disposable.ts';

const QUIET_MS = 50;

/** A worktree that was made inside the state folder is as big as the repository, and its agent writes all the time. */
const isWorktree = (path: string): boolean => /[\\/]cairn[\\/][^\\/]+[\\/]worktree$/.test(path);

export interface Watch extends Disposable {
  /** Until then a change is no hint: who does not look again by itself looks once more when this resolves. */
  readonly stands: Promise<void>;
}

/**
 * Calls `onHint` when something at or below these paths may have changed; never more than that: whoever hears
 * it reads again. Bursts are one hint. Only these paths are watched, four folders deep, links not followed and
 * without polling, so that a huge tree or a home folder is never walked [E20].
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
  // A watch that breaks (limit of the system, folder gone) costs a hint, never the program: readers also look by themselves.
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
