import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import type { Happening } from '../../runner/runEvents.ts';
import type { SessionKey } from '../state/windowState.ts';
import type { Store } from './createStore.ts';
import type { FollowActivity } from './followActivity.ts';
import { outwardEvent } from './outwardEvent.ts';

/** An attempt at a phase, as other extensions see it. */
export interface Attempt {
  /** Root of the main working tree of its repository. */
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: PhaseId;
  /** From 1; never used twice for the same phase of a session. */
  readonly attempt: number;
  /** A `resume` went on with this phase, whether or not an attempt had been cut off. */
  readonly resumed: boolean;
}

/** Events for other extensions about agents at work, whoever started them. */
export interface AttemptEvents {
  /** An agent is about to work. */
  readonly onDidBeginAttempt: Event<Attempt>;
  /** An agent has ended; its gate is still to come. `outcome`: `completed`, `crashed`, … */
  readonly onDidEndAttempt: Event<Attempt & { readonly outcome: string }>;
}

/**
 * Reports each attempt of the followed runs once, even when a run is followed again from its beginning. As long as anybody
 * listens, runs are followed even while the view is hidden.
 */
export function followAttempts(
  store: Store,
  activities: FollowActivity,
  onError: (error: unknown) => void,
): AttemptEvents & Disposable & { heard(key: SessionKey, event: Happening): void } {
  const begun = new Emitter<Attempt>();
  const ended = new Emitter<Attempt & { readonly outcome: string }>();
  const told = new Set<string>();
  let listeners = 0;
  const onListeners = (change: 1 | -1): void => {
    listeners += change;
    activities.setHeard(listeners > 0);
    // A listener needs watched repositories, and only a refresh opens them.
    if (change > 0) void store.refresh();
  };
  return {
    onDidBeginAttempt: outwardEvent(begun, onError, onListeners),
    onDidEndAttempt: outwardEvent(ended, onError, onListeners),
    heard: ({ repository: key, session }, event) => {
      if (listeners === 0 || (event.type !== 'attempt' && event.type !== 'agent-ended')) return;
      const { type, phase, attempt, resumed } = event;
      const once = JSON.stringify([key, session, type, phase, attempt]);
      if (told.has(once)) return;
      told.add(once);
      const news = { repository: store.repository(key).root, session, phase, attempt, resumed };
      if (type === 'attempt') begun.fire(news);
      else ended.fire({ ...news, outcome: event.outcome });
    },
    dispose: () => {
      begun.dispose();
      ended.dispose();
    },
  };
}
