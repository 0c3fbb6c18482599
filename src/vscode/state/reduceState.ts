import { assertNever } from '../../base/assertNever.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { SessionSummary, StatusView } from '../../session/results.ts';
import { changeUnderWay, stillUnderWay, type UnderWayChange } from './underWay.ts';
import {
  NOTHING_SEEN,
  sortSessions,
  repositoriesOf,
  type FolderProblem,
  type FolderState,
  type GlancedSession,
  type RepositoryState,
  type Seen,
  type SessionNode,
  type WindowState,
} from './windowState.ts';

/** A fact that the window has learned. */
export type StateEvent =
  | { readonly type: 'trust'; readonly trusted: boolean }
  | { readonly type: 'folders'; readonly folders: readonly string[] }
  | { readonly type: 'glanced'; readonly folder: string; readonly sessions: readonly GlancedSession[] }
  | {
      readonly type: 'problem';
      readonly folder: string;
      readonly problem: FolderProblem;
      readonly text: string;
    }
  | { readonly type: 'opened'; readonly folder: string; readonly key: string; readonly name: string }
  | { readonly type: 'listed'; readonly key: string; readonly sessions: readonly SessionSummary[] }
  | { readonly type: 'underWay'; readonly key: string; readonly change: UnderWayChange }
  | { readonly type: 'looked'; readonly key: string; readonly status: StatusView; readonly restored: boolean }
  | {
      readonly type: 'seen';
      readonly key: string;
      readonly session: SessionId;
      readonly seen: Seen;
    }
  | { readonly type: 'unreadable'; readonly key: string; readonly session: SessionId; readonly text: string };

/** The window's state after an event; the same object when nothing is new. */
export function reduceState(state: WindowState, event: StateEvent): WindowState {
  switch (event.type) {
    case 'trust':
      return event.trusted === state.trusted ? state : afterTrust(state, event.trusted);
    case 'folders':
      return withNames(state, event.folders);
    case 'glanced':
      return withFolder(state, { kind: 'glanced', folder: event.folder, sessions: event.sessions });
    case 'problem': {
      const { folder, problem, text } = event;
      return withFolder(state, { kind: 'problem', folder, problem, text });
    }
    case 'opened': {
      const repository = repositoryNamed(state, event.key, event.name);
      return withFolder(state, { kind: 'repository', folder: event.folder, repository });
    }
    case 'listed':
      return withRepository(state, event.key, (repository) => ({
        ...repository,
        isListed: true,
        sessions: sortSessions(event.sessions.map((summary) => nodeOf(repository, summary))),
        underWay: stillUnderWay(repository.underWay, event.sessions),
      }));
    case 'underWay':
      return withRepository(state, event.key, (repository) => ({
        ...repository,
        underWay: changeUnderWay(repository.underWay, event.change),
      }));
    case 'looked':
      return withSession(state, event.key, event.status.session, (node) => lookedAt(node, event));
    case 'unreadable':
      return withSession(state, event.key, event.session, (node) => ({ ...node, problem: event.text }));
    case 'seen':
      return withSession(state, event.key, event.session, (node) => ({
        ...node,
        ...event.seen,
      }));
    default:
      return assertNever(event);
  }
}

const withNames = (state: WindowState, names: readonly string[]): WindowState => ({
  ...state,
  folders: names.map(
    (folder) => state.folders.find((known) => known.folder === folder) ?? { kind: 'unknown', folder },
  ),
});

/** Facts learned before the trust changed no longer apply. */
const afterTrust = ({ folders }: WindowState, trusted: boolean): WindowState => ({
  trusted,
  folders: folders.map(({ folder }) => ({ kind: 'unknown', folder })),
});

const withFolder = (state: WindowState, folder: FolderState): WindowState =>
  withFolders(state, (known) => (known.folder === folder.folder ? folder : known));

function withRepository(
  state: WindowState,
  key: string,
  change: (repository: RepositoryState) => RepositoryState,
): WindowState {
  return withFolders(state, (folder) =>
    folder.kind === 'repository' && folder.repository.key === key
      ? { ...folder, repository: change(folder.repository) }
      : folder,
  );
}

const withSession = (
  state: WindowState,
  key: string,
  session: SessionId,
  change: (node: SessionNode) => SessionNode,
): WindowState =>
  withRepository(state, key, (repository) => ({
    ...repository,
    sessions: repository.sessions.map((node) => (node.summary.session === session ? change(node) : node)),
  }));

/** Polling usually learns nothing new: equal values must keep their identity. */
function withFolders(state: WindowState, change: (folder: FolderState) => FolderState): WindowState {
  const folders = state.folders.map((known) => keepIfEqual(known, change(known)));
  return folders.every((folder, at) => folder === state.folders[at]) ? state : { ...state, folders };
}

const keepIfEqual = <T>(known: T, learned: T): T =>
  JSON.stringify(known) === JSON.stringify(learned) ? known : learned;

function repositoryNamed(state: WindowState, key: string, name: string): RepositoryState {
  const known = repositoriesOf(state).find((one) => one.key === key);
  return known ?? { key, name, underWay: [], sessions: [], isListed: false };
}

/** Keeps old details until the next look, so that a row does not flicker on every checkpoint. */
function nodeOf(repository: RepositoryState, summary: SessionSummary): SessionNode {
  const known = repository.sessions.find((node) => node.summary.session === summary.session);
  return {
    summary,
    status: known?.status ?? null,
    restored: known?.restored ?? false,
    problem: known?.problem ?? null,
    activities: known?.activities ?? NOTHING_SEEN.activities,
    preparation: known?.preparation ?? NOTHING_SEEN.preparation,
  };
}

/** A look knows more than the list: when somebody resumes a blocked session, its tip does not yet say so. */
function lookedAt(
  { summary, activities, preparation }: SessionNode,
  { status, restored }: Pick<SessionNode, 'restored'> & { readonly status: StatusView },
): SessionNode {
  const { state, seq, next } = status;
  return {
    summary: { ...summary, state, seq, next },
    status,
    restored,
    problem: null,
    activities,
    preparation,
  };
}
