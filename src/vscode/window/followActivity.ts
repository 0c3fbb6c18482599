import { DisposableStore } from '../../base/disposable.ts';
import type { Happening } from '../../runner/runEvents.ts';
import { isDriven } from '../state/acts.ts';
import { reduceActivities, type Activity } from '../state/activity.ts';
import { findSession, sessionsOf, type SessionKey } from '../state/windowState.ts';
import type { Store } from './createStore.ts';
import type { Follow } from './followChanges.ts';

/** Nobody reads faster. Milliseconds. */
const SHOW_MS = 300;
/** If a run ended but its session is still driven, another run took over; look for it after this. Milliseconds. */
const AGAIN_MS = 1_000;
/** Nobody watches more at once. */
const AT_MOST = 8;

/** {@link followActivity} */
export interface FollowActivity extends Follow {
  /** Whether anybody listens. */
  setHeard(heard: boolean): void;
}

/**
 * Follows what the agents of running sessions do, whoever launched them, while the view is visible or somebody listens;
 * otherwise it reads nothing. The run's own file holds everything, so a window that opens later sees the same.
 *
 * @param onEvent gets every event of such a run, and all of them again each time the run is followed anew
 */
export function followActivity(
  store: Store,
  onEvent: (key: SessionKey, event: Happening) => void,
): FollowActivity {
  const all = new DisposableStore();
  const followed = new Map<string, { readonly leave: AbortController; readonly key: SessionKey }>();
  let visible = false;
  let heard = false;

  const begin = (id: string, key: SessionKey): void => {
    const leave = new AbortController();
    followed.set(id, { leave, key });
    void followOne(store, key, leave.signal, onEvent)
      .catch(() => undefined) // A file that cannot be read costs the live rows, nothing else: the log of the attempt has it all.
      .then(() => {
        if (leave.signal.aborted) return;
        setTimeout(() => {
          if (followed.get(id)?.leave === leave) followed.delete(id);
          reconcile();
        }, AGAIN_MS);
      });
  };

  const reconcile = (): void => {
    const wanted = new Map(visible || heard ? drivenHere(store).map((key) => [idOf(key), key]) : []);
    for (const [id, { leave, key }] of followed) {
      // A run that has ended is read to its last word, and then is followed no more.
      const isRead = (visible || heard) && findSession(store.state, key) !== null;
      if (wanted.has(id) || isRead) continue;
      leave.abort();
      followed.delete(id);
    }
    for (const [id, key] of [...wanted].slice(0, AT_MOST)) if (!followed.has(id)) begin(id, key);
    forgetEnded(store);
  };
  all.add(store.onDidChange(reconcile));
  all.add({ dispose: () => followed.forEach(({ leave }) => leave.abort()) });
  return {
    setVisible: (now) => {
      visible = now;
      reconcile();
    },
    setHeard: (now) => {
      heard = now;
      reconcile();
    },
    dispose: () => {
      visible = false;
      heard = false;
      all.dispose();
    },
  };
}

async function followOne(
  store: Store,
  key: SessionKey,
  signal: AbortSignal,
  onEvent: (key: SessionKey, event: Happening) => void,
): Promise<void> {
  let activities: readonly Activity[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    timer = undefined;
    const summary = findSession(store.state, key)?.summary;
    if (!signal.aborted && summary !== undefined && isDriven(summary)) store.noteActivities(key, activities);
  };
  try {
    for await (const event of store.repository(key.repository).happenings(key.session, signal)) {
      onEvent(key, event);
      const next = reduceActivities(activities, event);
      if (next !== activities) timer ??= setTimeout(show, SHOW_MS);
      activities = next;
    }
  } finally {
    clearTimeout(timer);
  }
}

const idOf = ({ repository, session }: SessionKey): string => `${repository}\n${session}`;

const drivenHere = (store: Store): readonly SessionKey[] =>
  sessionsOf(store.state)
    .filter(({ node: { summary } }) => isDriven(summary) && !summary.remote)
    .map(({ key }) => key);

/** Clears the activity of sessions that nobody drives any more: their log and checkpoint have it. */
function forgetEnded(store: Store): void {
  for (const { key, node } of sessionsOf(store.state)) {
    if (isDriven(node.summary) || node.activities.length === 0) continue;
    // An earlier one of them may have changed the state.
    if ((findSession(store.state, key)?.activities.length ?? 0) > 0) store.noteActivities(key, []);
  }
}
