import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import { repositoriesOf, type SessionKey } from '../state/windowState.ts';
import type { Store } from './createStore.ts';
import { outwardEvent } from './outwardEvent.ts';

/** A checkpoint that the branch of its session holds: whoever is told of it can read it at once. */
export interface PublishedCheckpoint {
  /** Root of the main working tree of its repository. */
  readonly repository: string;
  readonly session: SessionId;
  readonly seq: number;
  /** `opened`, `phase`, `waiting`, …: a kind of FORMAT.md, *A checkpoint*. */
  readonly kind: string;
  readonly phase: PhaseId | null;
  /** Of the phase; null where the checkpoint belongs to none. */
  readonly attempt: number | null;
  readonly commit: CommitId;
}

export interface CheckpointEvents {
  /** Each checkpoint that is published from now on in a repository of this window, whoever published it, in the order of its session. */
  readonly onDidPublishCheckpoint: Event<PublishedCheckpoint>;
}

/**
 * How far a session was seen to have come, and up to where that was told. Neither falls while the session is there: a branch
 * that somebody moved back, or whose tip is damaged, has published nothing when it is where it was.
 */
interface Reached {
  seen: number;
  told: number;
}

/**
 * Tells of checkpoints by looking at the branches, so that one is told only once its ref has moved, and none is missed that a
 * runner or a terminal publishes between two looks. The history is read only where a branch has come further.
 *
 * @param onEach is told first, and does not make the window look
 */
export function followCheckpoints(
  store: Store,
  onEach: (checkpoint: PublishedCheckpoint) => void,
  onError: (error: unknown) => void,
): CheckpointEvents & Disposable {
  const published = new Emitter<PublishedCheckpoint>();
  const reached = new Map<string, ReadonlyMap<SessionId, Reached>>();
  let queue = Promise.resolve();

  const tellNew = async ({ repository, session }: SessionKey, mark: Reached): Promise<void> => {
    const { told, seen } = mark;
    if (seen <= told) return;
    const { api, root } = store.repository(repository);
    const newest = await api.checkpoints(session, { before: seen + 1, limit: seen - told });
    mark.told = seen;
    for (const { seq, kind, phase, attempt, commit } of newest.filter((one) => one.seq > told).toReversed()) {
      const checkpoint = { repository: root, session, seq, kind, phase, attempt, commit };
      quietly(() => onEach(checkpoint), onError);
      published.fire(checkpoint);
    }
  };

  const tellLater = (key: SessionKey, mark: Reached): void => {
    queue = queue
      .then(() => tellNew(key, mark))
      .catch((error: unknown) => {
        // It will be reported with the next one.
        mark.seen = mark.told;
        onError(error);
      });
  };

  const look = (): void => {
    for (const { key: repository, sessions } of repositoriesOf(store.state)) {
      const before = reached.get(repository);
      const now = new Map<SessionId, Reached>();
      for (const { summary } of sessions) {
        const { session, seq, remote } = summary;
        const mark = before?.get(session) ?? { seen: 0, told: 0 };
        now.set(session, mark);
        if (seq <= mark.seen) continue;
        mark.seen = seq;
        // Checkpoints present when a repository was first seen are not news.
        if (before === undefined || remote) mark.told = seq;
        else tellLater({ repository, session }, mark);
      }
      reached.set(repository, now);
    }
  };
  const following = store.onDidChange(look);

  return {
    onDidPublishCheckpoint: outwardEvent(published, onError, (change) => {
      // A listener needs the repositories to be watched.
      if (change > 0) void store.refresh();
    }),
    dispose: () => {
      following.dispose();
      published.dispose();
    },
  };
}

function quietly(act: () => void, onError: (error: unknown) => void): void {
  try {
    act();
  } catch (error) {
    onError(error);
  }
}
