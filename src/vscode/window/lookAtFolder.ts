import type { SessionId } from '../../model/names/ids.ts';
import type { SessionSummary } from '../../session/results.ts';
import type { RepositorySessions } from '../cairns.ts';
import type { StateEvent } from '../state/reduceState.ts';
import { isFinished, findSession, type WindowState, type FolderProblem } from '../state/windowState.ts';
import { paragraphOf, sentenceOf } from './sentenceOf.ts';
import { CairnError } from '../../base/cairnError.ts';

/** Beyond this many open sessions, the rest are read only when opened. */
const LOOK_AT_MOST = 20;
/** The share of time that looking into a session may take, however large the repository. */
const SHARE = 0.1;

/** Looks at a folder's repository: one `list()`, and `status()` only for sessions where that is not enough. */
export async function lookAtFolder(
  folder: string,
  repository: RepositorySessions,
  state: WindowState,
  pace: Pace,
): Promise<readonly StateEvent[]> {
  const { key, api } = repository;
  const list = await api.list();
  if (list.length === 0 && !(await repository.hasCommit()))
    return [{ type: 'problem', folder, problem: 'noCommit', text: '' }];
  const events: StateEvent[] = [{ type: 'listed', key, sessions: list }];
  for (const session of sessionsToLookAt(list, key, state, pace))
    events.push(await pace.timed(session, () => lookAtSession(repository, session, state)));
  return events;
}

/** An unreadable session shows its problem on its own row and affects no other. */
export async function lookAtSession(
  { key, api }: RepositorySessions,
  session: SessionId,
  state: WindowState,
): Promise<StateEvent> {
  try {
    const status = await api.status(session);
    const known = findSession(state, { repository: key, session });
    // Read the history only after a change, and not while a run is about to add to it.
    const stands = known?.status?.seq === status.seq && known.status.state === status.state;
    const restored = stands
      ? known.restored
      : status.state !== 'running' && (await api.log(session)).at(-1)?.kind === 'restore';
    return { type: 'looked', key, status, restored };
  } catch (error) {
    return { type: 'unreadable', key, session, text: paragraphOf(sentenceOf(error)) };
  }
}

/** Open sessions here, and finished ones that somebody has opened and that have moved since. */
function sessionsToLookAt(
  list: readonly SessionSummary[],
  key: string,
  state: WindowState,
  pace: Pace,
): readonly SessionId[] {
  const wanted = list.filter((summary) => {
    const known = findSession(state, { repository: key, session: summary.session });
    if (known?.status == null) return !isFinished(summary.state) && !summary.remote;
    const moved = known.status.seq !== summary.seq || known.status.state !== summary.state;
    return moved || !pace.isQuiet(summary.session) || (isLive(summary.state) && pace.allows(summary.session));
  });
  return wanted.slice(0, LOOK_AT_MOST).map(({ session }) => session);
}

/** Only these change between two checkpoints: a phase runs, or a person makes artifacts. */
function isLive(state: string): boolean {
  return state === 'running' || state === 'waiting' || state === 'blocked';
}

/** Keeps looks cheap: a slow one is not repeated soon. */
export interface Pace {
  /** True when another look is cheap enough. */
  allows(session: SessionId): boolean;
  /** False after a look that found something new: related files may be written a moment later. */
  isQuiet(session: SessionId): boolean;
  timed(session: SessionId, look: () => Promise<StateEvent>): Promise<StateEvent>;
}

interface Look {
  readonly at: number;
  readonly cost: number;
  readonly found: string;
  readonly isQuiet: boolean;
}

export function createPace(now: () => number = Date.now): Pace {
  const last = new Map<SessionId, Look>();
  return {
    allows: (session) => {
      const look = last.get(session);
      return look === undefined || now() - look.at >= look.cost / SHARE;
    },
    isQuiet: (session) => last.get(session)?.isQuiet ?? true,
    timed: async (session, look) => {
      const began = now();
      const event = await look();
      const found = event.type === 'looked' ? `${event.status.seq} ${event.status.state}` : event.type;
      last.set(session, {
        at: now(),
        cost: now() - began,
        found,
        isQuiet: last.get(session)?.found === found,
      });
      return event;
    },
  };
}

/** Which welcome to show for a folder that cannot be read. */
export function folderProblem(error: unknown): { readonly problem: FolderProblem; readonly text: string } {
  if (CairnError.is(error, 'git/not-a-repository')) return { problem: 'noRepository', text: '' };
  if (CairnError.is(error, 'git/no-commit')) return { problem: 'noCommit', text: '' };
  if (CairnError.is(error, 'git/not-found')) return { problem: 'noGit', text: '' };
  const { message, hint } = sentenceOf(error);
  return { problem: 'other', text: hint === '' ? message : `${message} ${hint}` };
}
