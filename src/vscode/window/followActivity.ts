import { DisposableStore } from '../../base/disposable.ts';
import type { Happening } from '../../runner/runEvents.ts';
import { isDriven } from '../state/acts.ts';
import { reduceActivities } from '../state/activity.ts';
import { reducePreparation } from '../state/preparation.ts';
import {
  findSession,
  NOTHING_SEEN,
  sessionsOf,
  type Seen,
  type SessionKey,
  type SessionNode,
} from '../state/windowState.ts';
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
 * Follows what running sessions do, whoever launched them, while the view is visible or somebody listens; otherwise only until the
 * first agent works, for the status bar. The run's own file holds everything, so a window that opens later sees the same.
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
  let isOver = false;

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
    if (isOver) return;
    const wanted = new Map(drivenHere(store, visible || heard).map((key) => [idOf(key), key]));
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
      isOver = true;
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
  let seen = NOTHING_SEEN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    timer = undefined;
    const summary = findSession(store.state, key)?.summary;
    if (!signal.aborted && summary !== undefined && isDriven(summary)) store.noteSeen(key, seen);
  };
  try {
    for await (const event of store.repository(key.repository).happenings(key.session, signal)) {
      onEvent(key, event);
      const next: Seen = {
        activities: reduceActivities(seen.activities, event),
        preparation: reducePreparation(seen.preparation, event),
      };
      if (next.activities !== seen.activities || next.preparation !== seen.preparation)
        timer ??= setTimeout(show, SHOW_MS);
      seen = next;
    }
  } finally {
    clearTimeout(timer);
  }
}

const idOf = ({ repository, session }: SessionKey): string => `${repository}\n${session}`;

const drivenHere = (store: Store, isWatched: boolean): readonly SessionKey[] =>
  sessionsOf(store.state)
    .filter(({ node }) => isDriven(node.summary) && !node.summary.remote && (isWatched || isNew(node)))
    .map(({ key }) => key);

/** Clears the activity of sessions that nobody drives any more: their log and checkpoint have it. */
function forgetEnded(store: Store): void {
  for (const { key, node } of sessionsOf(store.state)) {
    if (isDriven(node.summary) || isUnseen(node)) continue;
    // An earlier one of them may have changed the state.
    const now = findSession(store.state, key);
    if (now !== null && !isUnseen(now)) store.noteSeen(key, NOTHING_SEEN);
  }
}

/** Its first agent has not been seen at work. */
const isNew = ({ summary, activities, preparation }: SessionNode): boolean =>
  activities.length === 0 && (summary.seq <= 1 || preparation?.now != null);

const isUnseen = ({ activities, preparation }: SessionNode): boolean =>
  activities.length === 0 && preparation === null;
