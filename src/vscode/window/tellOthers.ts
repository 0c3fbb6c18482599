import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { Log } from '../../session/ports.ts';
import type { Store } from './createStore.ts';
import { followAttempts, type AttemptEvents } from './followAttempts.ts';
import { followCheckpoints, type CheckpointEvents } from './followCheckpoints.ts';
import { followActivity, type FollowActivity } from './followActivity.ts';
import { logCheckpoint } from './engineLog.ts';

/** What this extension exports to others. */
export interface CairnExports extends AttemptEvents, CheckpointEvents {}

/** Tells other extensions and the log what happens in this window's sessions. `activities` follows the runs for that. */
export function tellOthers(
  store: Store,
  log: Log,
  onError: (error: unknown) => void,
): { readonly events: CairnExports; readonly activities: FollowActivity } & Disposable {
  const all = new DisposableStore();
  const activities = all.add(followActivity(store, (key, event) => attempts.heard(key, event)));
  const attempts = all.add(followAttempts(store, activities, onError));
  const { onDidPublishCheckpoint } = all.add(followCheckpoints(store, logCheckpoint(log), onError));
  const { onDidBeginAttempt, onDidEndAttempt } = attempts;
  return {
    events: { onDidPublishCheckpoint, onDidBeginAttempt, onDidEndAttempt },
    activities,
    dispose: () => all.dispose(),
  };
}
