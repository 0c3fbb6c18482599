import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { SessionId } from '../../model/ids.ts';
import type { SessionSummary } from '../../session/results.ts';
import type { Cairns, RepositorySessions } from '../cairns.ts';
import { reduceState, type StateEvent } from '../state/reduceState.ts';
import { isFinished } from '../state/sortSessions.ts';
import {
  NOTHING_KNOWN,
  findSession,
  repositoriesOf,
  type GlancedSession,
  type SessionKey,
  type WindowState,
} from '../state/windowState.ts';
import { folderProblem } from './folderProblem.ts';
import { sentenceOf } from './sentenceOf.ts';

/** Holds what the window knows and learns it anew: the only place from which the UI gets facts. */
export interface Store extends Disposable {
  readonly state: WindowState;
  readonly onDidChange: Event<{ readonly before: WindowState; readonly after: WindowState }>;
  setFolders(folders: readonly string[], trusted: boolean): void;
  /** Looks at every folder again: one `list()` each, and `status()` where that is not enough. */
  refresh(): Promise<void>;
  /** Details of one session, for whoever opens its row. */
  look(key: SessionKey): Promise<void>;
  repository(key: string): RepositorySessions;
  repositories(): readonly RepositorySessions[];
}

/** More open sessions than this are not looked into before somebody opens them. */
const LOOK_AT_MOST = 20;

export function createStore(
  cairns: Cairns,
  glance: (folder: string) => Promise<readonly GlancedSession[]>,
  fail: (error: unknown) => void,
): Store {
  let state = NOTHING_KNOWN;
  let going: Promise<void> | null = null;
  let again = false;
  const opened = new Map<string, RepositorySessions>();
  const changed = new Emitter<{ before: WindowState; after: WindowState }>();

  const learn = (events: readonly StateEvent[]): void => {
    const before = state;
    for (const event of events) state = reduceState(state, event);
    if (state !== before) changed.fire({ before, after: state });
  };

  const refreshAll = async (): Promise<void> => {
    const { folders, trusted } = state;
    const events: StateEvent[] = [];
    const done = new Set<string>();
    for (const { folder } of folders) {
      try {
        events.push(
          ...(trusted
            ? await lookAtFolder(cairns, folder, opened, done, state)
            : [{ type: 'glanced' as const, folder, sessions: await glance(folder) }]),
        );
      } catch (error) {
        const { problem, text } = folderProblem(error);
        if (problem === 'other') fail(error);
        events.push({ type: 'problem', folder, problem, text });
      }
    }
    // What was learned under the other trust, or for folders that are gone, is no longer true.
    if (state.trusted === trusted) learn(events);
    else again = true;
  };

  const refresh = (): Promise<void> => {
    if (going !== null) {
      again = true;
      return going;
    }
    going = (async () => {
      try {
        do {
          again = false;
          await refreshAll();
        } while (again);
      } finally {
        going = null;
      }
    })();
    return going;
  };

  const repository = (key: string): RepositorySessions => {
    const found = opened.get(key);
    if (found === undefined) throw new Error(`repository ${key} was never opened`);
    return found;
  };

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
    look: async (key) => learn([await lookAt(repository(key.repository), key.session)]),
    repository,
    repositories: () => repositoriesOf(state).map(({ key }) => repository(key)),
    dispose: () => changed.dispose(),
  };
}

async function lookAtFolder(
  cairns: Cairns,
  folder: string,
  opened: Map<string, RepositorySessions>,
  done: Set<string>,
  state: WindowState,
): Promise<readonly StateEvent[]> {
  const sessions = await cairns.of(folder);
  opened.set(sessions.key, sessions);
  const events: StateEvent[] = [{ type: 'opened', folder, key: sessions.key, name: baseName(sessions.root) }];
  if (done.has(sessions.key)) return events;
  done.add(sessions.key);
  const list = await sessions.api.list();
  if (list.length === 0 && !(await sessions.hasCommit()))
    return [{ type: 'problem', folder, problem: 'noCommit', text: '' }];
  const workflows = list.length > 0 ? null : (await sessions.api.workflows()).length;
  events.push({ type: 'listed', key: sessions.key, sessions: list, workflows });
  for (const session of sessionsToLookAt(list, sessions.key, state)) {
    events.push(await lookAt(sessions, session));
  }
  return events;
}

/** A session that cannot be read is told on its own row and takes none of the others with it. */
async function lookAt(sessions: RepositorySessions, session: SessionId): Promise<StateEvent> {
  try {
    return { type: 'looked', key: sessions.key, status: await sessions.api.status(session) };
  } catch (error) {
    return { type: 'unreadable', key: sessions.key, session, text: sentenceOf(error).message };
  }
}

/** Open sessions here, and finished ones that somebody has opened and that have moved since. */
function sessionsToLookAt(
  list: readonly SessionSummary[],
  key: string,
  state: WindowState,
): readonly SessionId[] {
  const wanted = list.filter((summary) => {
    const known = findSession(state, { repository: key, session: summary.session });
    if (known?.status != null)
      return (
        isLive(summary.state) || known.status.seq !== summary.seq || known.status.state !== summary.state
      );
    return !isFinished(summary.state) && !summary.remote;
  });
  return wanted.slice(0, LOOK_AT_MOST).map((summary) => summary.session);
}

/** Between two checkpoints only these change by themselves: a phase goes, or a person makes artifacts. */
function isLive(state: string): boolean {
  return state === 'running' || state === 'waiting';
}

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
