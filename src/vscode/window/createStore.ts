import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Cairns, RepositorySessions } from '../cairns.ts';
import { reduceState, type StateEvent } from '../state/reduceState.ts';
import {
  NOTHING_KNOWN,
  repositoriesOf,
  type GlancedSession,
  type Seen,
  type SessionKey,
  type WindowState,
} from '../state/windowState.ts';
import { folderProblem, createPace, lookAtFolder, lookAtSession, type Pace } from './lookAtFolder.ts';
import { createUnderWay, type ActsUnderWay } from './beginAct.ts';
import { onceAtATime } from './onceAtATime.ts';

/** Holds and refreshes what the window knows: the UI's only source of facts. */
export interface Store extends Disposable, ActsUnderWay {
  readonly state: WindowState;
  readonly onDidChange: Event<{ readonly before: WindowState; readonly after: WindowState }>;
  setFolders(folders: readonly string[], trusted: boolean): void;
  /** Looks at every folder again and announces everything learned in one change. */
  refresh(): Promise<void>;
  /** Reads the details of one session, when its row is opened. */
  look(key: SessionKey): Promise<void>;
  /** Records what a session's run is seen doing. */
  noteSeen(key: SessionKey, seen: Seen): void;
  /** Throws for a repository that was never looked at. */
  repository(key: string): RepositorySessions;
  repositories(): readonly RepositorySessions[];
}

export interface StoreNeeds {
  readonly cairns: Cairns;
  /** Reads what can be read of sessions without a process. */
  readonly glance: (folder: string) => Promise<readonly GlancedSession[]>;
  /** Called with an error that no welcome explains. */
  readonly onError: (error: unknown) => void;
}

export function createStore({ cairns, glance, onError }: StoreNeeds): Store {
  let state = NOTHING_KNOWN;
  const opened = new Map<string, RepositorySessions>();
  const changed = new Emitter<{ readonly before: WindowState; readonly after: WindowState }>();
  const pace = createPace();

  const learn = (events: readonly StateEvent[]): void => {
    const before = state;
    for (const event of events) state = reduceState(state, event);
    if (state !== before) changed.fire({ before, after: state });
  };

  const refresh = onceAtATime(async () => {
    const { folders, trusted } = state;
    const look = trusted
      ? lookAtEach(cairns, opened, state, pace)
      : async (folder: string) => [{ type: 'glanced', folder, sessions: await glance(folder) } as const];
    const events: StateEvent[] = [];
    for (const { folder } of folders) {
      try {
        events.push(...(await look(folder)));
      } catch (error) {
        const { problem, text } = folderProblem(error);
        if (problem === 'other') onError(error);
        events.push({ type: 'problem', folder, problem, text });
      }
    }
    // If trust changed meanwhile, these facts no longer apply.
    if (state.trusted === trusted) learn(events);
  });

  const repository = (key: string): RepositorySessions => {
    const found = opened.get(key);
    if (found === undefined) throw new Error(`repository ${key} was never looked at`);
    return found;
  };

  const acts = createUnderWay(learn);

  return {
    get state() {
      return state;
    },
    onDidChange: changed.event,
    setFolders: (folders, trusted) =>
      learn([
        { type: 'folders', folders },
        { type: 'trust', trusted },
      ]),
    refresh,
    look: async (key) => learn([await lookAtSession(repository(key.repository), key.session, state)]),
    ...acts,
    noteSeen: ({ repository: key, session }, seen) => learn([{ type: 'seen', key, session, seen }]),
    repository,
    repositories: () => repositoriesOf(state).map(({ key }) => repository(key)),
    dispose: () => changed.dispose(),
  };
}

/** Looks at the folders one by one, and only once at a repository that several of them share. */
function lookAtEach(
  cairns: Cairns,
  opened: Map<string, RepositorySessions>,
  state: WindowState,
  pace: Pace,
): (folder: string) => Promise<readonly StateEvent[]> {
  const done = new Set<string>();
  return async (folder) => {
    const repository = await cairns.of(folder);
    opened.set(repository.key, repository);
    const found: StateEvent = {
      type: 'opened',
      folder,
      key: repository.key,
      name: baseName(repository.root),
    };
    if (done.has(repository.key)) return [found];
    done.add(repository.key);
    return [found, ...(await lookAtFolder(folder, repository, state, pace))];
  };
}

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
