import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import { repositoriesOf, type SessionKey } from '../state/windowState.ts';
import type { Store } from './createStore.ts';
import { outwardEvent } from './outwardEvent.ts';

/** A checkpoint that its session's branch already holds, so listeners can read it at once. */
export interface PublishedCheckpoint {
  /** Root of the main working tree of its repository. */
  readonly repository: string;
  readonly session: SessionId;
  readonly seq: number;
  /** `opened`, `phase`, `waiting`, …: a kind of FORMAT.md, *Kinds*. */
  readonly kind: string;
  readonly phase: PhaseId | null;
  /** The phase's attempt; null when the checkpoint belongs to no phase. */
  readonly attempt: number | null;
  readonly commit: CommitId;
}

export interface CheckpointEvents {
  /** Every checkpoint published from now on in this window's repositories, whoever published it, in order per session. */
  readonly onDidPublishCheckpoint: Event<PublishedCheckpoint>;
}

/**
 * The highest checkpoint seen of a session, and the highest reported. Neither goes down while the session exists: a branch
 * that was moved back, or whose tip is damaged, publishes nothing new by returning to where it was.
 */
interface Reached {
  seen: number;
  told: number;
}

/**
 * Finds new checkpoints by looking at the branches: each is reported only after its ref has moved, and none that a runner or
 * a terminal publishes between two looks is missed. Reads the history only of branches that have advanced.
 *
 * @param onEach is called before the listeners, and does not by itself make the window look
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
        // The next look tries again.
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
      // A listener needs watched repositories, and only a refresh opens them.
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
