import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/ids.ts';
import { repositoriesOf, type SessionKey } from '../state/windowState.ts';
import type { Store } from './createStore.ts';
import { outwardEvent } from './outwardEvent.ts';

/** A checkpoint that the branch of its session holds: whoever is told of it can read it at once. */
export interface PublishedCheckpoint {
  /** Root of the main working tree of its repository. */
  readonly repository: string;
  readonly session: SessionId;
  readonly seq: number;
  /** `opened`, `phase`, `waiting`, …: a word of the format, section 7. */
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
 * Tells of checkpoints by looking at the branches, so that one is told only once its ref has moved, and none is missed that a
 * runner or a terminal publishes between two looks. Nothing is read while nobody listens.
 */
export function followCheckpoints(
  store: Store,
  onError: (error: unknown) => void,
): CheckpointEvents & Disposable {
  const published = new Emitter<PublishedCheckpoint>();
  // What was there when a repository was first seen is no news.
  const told = new Map<string, number>();
  const seen = new Set<string>();
  let listeners = 0;
  let queue = Promise.resolve();

  const tellNew = async (key: SessionKey, upTo: number): Promise<void> => {
    const known = told.get(idOf(key)) ?? 0;
    if (upTo <= known) return;
    const { api, root } = store.repository(key.repository);
    const newest = await api.checkpoints(key.session, { before: upTo + 1, limit: upTo - known });
    for (const { seq, kind, phase, attempt, commit } of newest
      .filter((one) => one.seq > known)
      .toReversed()) {
      told.set(idOf(key), seq);
      published.fire({ repository: root, session: key.session, seq, kind, phase, attempt, commit });
    }
  };

  const look = (): void => {
    for (const { key: repository, sessions } of repositoriesOf(store.state)) {
      for (const { summary } of sessions) {
        const { session, seq, remote } = summary;
        const key = { repository, session };
        const isNews = listeners > 0 && seen.has(repository) && !remote && seq > (told.get(idOf(key)) ?? 0);
        if (isNews) queue = queue.then(() => tellNew(key, seq)).catch(onError);
        else told.set(idOf(key), seq);
      }
      seen.add(repository);
    }
  };
  const following = store.onDidChange(look);

  return {
    onDidPublishCheckpoint: outwardEvent(published, onError, (change) => {
      listeners += change;
      // Whoever wants to be told wants the repositories to be watched.
      if (change > 0) void store.refresh();
    }),
    dispose: () => {
      following.dispose();
      published.dispose();
    },
  };
}

const idOf = ({ repository, session }: SessionKey): string => `${repository}\n${session}`;
