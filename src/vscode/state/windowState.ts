import type { SessionId } from '../../model/names/ids.ts';
import type { StatusGlance } from '../../model/status/status.ts';
import type { PhaseView, SessionSummary, StatusView } from '../../session/results.ts';
import type { Activity } from './activity.ts';
import type { Preparation } from './preparation.ts';
import type { UnderWay } from './underWay.ts';

/** Everything the window knows; all that it shows is a function of this. */
export interface WindowState {
  readonly trusted: boolean;
  /** In the order of the workspace. */
  readonly folders: readonly FolderState[];
}

export type FolderState =
  /** Not looked at yet: nobody has asked, and no process was started. */
  | { readonly kind: 'unknown'; readonly folder: string }
  | {
      readonly kind: 'problem';
      readonly folder: string;
      readonly problem: FolderProblem;
      readonly text: string;
    }
  | { readonly kind: 'repository'; readonly folder: string; readonly repository: RepositoryState }
  /** Restricted Mode: STATUS.md files read from the folder, without any process. */
  | { readonly kind: 'glanced'; readonly folder: string; readonly sessions: readonly GlancedSession[] };

/** A STATUS.md as far as it could be read. */
export interface GlancedSession {
  /** Name of its folder below `.cairn/sessions/`. */
  readonly session: string;
  /** null: the file is not readable as a STATUS.md. */
  readonly glance: StatusGlance | null;
}

export type FolderProblem = 'noGit' | 'noRepository' | 'noCommit' | 'other';

export interface RepositoryState {
  /** Identity across folders: two folders of one repository show it once. */
  readonly key: string;
  readonly name: string;
  /** Asked for in this window, and not seen yet; newest first. */
  readonly underWay: readonly UnderWay[];
  /** Newest first; see `sortSessions`. */
  readonly sessions: readonly SessionNode[];
  /** Whether its sessions have been asked for. */
  readonly isListed: boolean;
}

/** A session, with its details once they have been read. */
export interface SessionNode {
  readonly summary: SessionSummary;
  readonly status: StatusView | null;
  /** True when its last checkpoint is a restore, which can be undone. */
  readonly restored: boolean;
  /** Why its details cannot be read, in words. */
  readonly problem: string | null;
  /** What its agents are doing, one for each phase at work; empty for nothing, or when nobody is watching. */
  readonly activities: readonly Activity[];
  /** What its run does before an agent works; null for nothing, or when nobody is watching. */
  readonly preparation: Preparation | null;
}

/** What is seen of a run while it goes on. */
export type Seen = Pick<SessionNode, 'activities' | 'preparation'>;

export const NOTHING_SEEN: Seen = { activities: [], preparation: null };

/** Whether its details are of the checkpoint that it is at now, and not of an earlier one, or nobody's. */
export const isLookedAt = ({ summary, status }: SessionNode): boolean =>
  status?.seq === summary.seq && status.state === summary.state;

/** Names one session across repositories. */
export interface SessionKey {
  readonly repository: string;
  readonly session: SessionId;
}

export const NOTHING_KNOWN: WindowState = { trusted: false, folders: [] };

/** The repositories of the window, each once. */
export function repositoriesOf(state: WindowState): readonly RepositoryState[] {
  const seen = new Map<string, RepositoryState>();
  for (const folder of state.folders) {
    if (folder.kind === 'repository' && !seen.has(folder.repository.key))
      seen.set(folder.repository.key, folder.repository);
  }
  return [...seen.values()];
}

/** All sessions of these repositories. */
export const sessionsOf = (
  state: WindowState,
): readonly { readonly key: SessionKey; readonly node: SessionNode }[] =>
  repositoriesOf(state).flatMap(({ key: repository, sessions }) =>
    sessions.map((node) => ({ key: { repository, session: node.summary.session }, node })),
  );

/** The first phase that a session is in, or comes to next. */
export const nextPhase = ({ summary, status }: SessionNode): PhaseView | undefined =>
  status?.phases.find(({ id }) => id === summary.next[0]);

export function findSession(state: WindowState, key: SessionKey): SessionNode | null {
  const repository = repositoriesOf(state).find((one) => one.key === key.repository);
  return repository?.sessions.find((node) => node.summary.session === key.session) ?? null;
}

/** Open sessions first, then finished ones; within each group the latest update first. */
export function sortSessions(nodes: readonly SessionNode[]): readonly SessionNode[] {
  return [...nodes].sort(
    (a, b) =>
      Number(isFinished(a.summary.state)) - Number(isFinished(b.summary.state)) ||
      b.summary.updated.localeCompare(a.summary.updated) ||
      a.summary.session.localeCompare(b.summary.session),
  );
}

/** True for states in which nothing more happens by itself. */
export function isFinished(state: string): boolean {
  return state === 'done' || state === 'cancelled';
}

/** Whether there is anything to land, as far as anybody has looked. */
export const hasResult = ({ summary, status }: SessionNode): boolean =>
  summary.seq > 1 && status?.changedNothing !== true;
