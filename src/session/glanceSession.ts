import type { CairnError } from '../base/cairnError.ts';
import { glanceTrailers } from '../model/checkpointMessage.ts';
import { glanceStatus, type StatusGlance } from '../model/glanceStatus.ts';
import type { PhaseId, SessionId, Timestamp } from '../model/ids.ts';
import { statusPath } from '../model/places.ts';
import type { FoundSession } from './findSession.ts';
import { listRescues } from './rescues.ts';
import type { StatusView } from './results.ts';
import { decode } from './text.ts';
import type { World } from './world.ts';

/** What can be shown of a session that this Cairn cannot read whole: words as found, and why. */
export async function glanceSession(
  world: World,
  found: FoundSession,
  error: CairnError,
): Promise<StatusView> {
  const bytes = await world.repository.read(found.tip, statusPath(found.session));
  const glance = bytes === null ? null : glanceStatus(decode(bytes));
  // Where the file says nothing at all, the message of the tip still may.
  const said = glance ?? glanceTrailers((await world.repository.commitEntry(found.tip)).message);
  return {
    schema: 1,
    session: found.session,
    ...wordsOf(said, found.session),
    branch: found.ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, ''),
    worktree: null,
    isolation: glance?.isolation === 'in-place' ? 'in-place' : 'worktree',
    leftovers: 0,
    phases: (glance?.rows ?? []).map(phaseOf),
    rescues: await listRescues(world, found.session),
    effects: { done: 0, failed: 0, inDoubt: 0 },
    warnings: [`read only: ${error.code} ${JSON.stringify(error.details)}`],
    question: null,
    drivenBy: null,
  };
}

type Said = Pick<StatusGlance, 'title' | 'workflow' | 'state' | 'seq' | 'next' | 'plan'>;

function wordsOf(
  said: Said | null,
  session: SessionId,
): Pick<StatusView, 'title' | 'workflow' | 'state' | 'seq' | 'next' | 'plan'> {
  return {
    title: said?.title ?? session,
    workflow: said?.workflow ?? 'unknown',
    state: said?.state ?? 'unknown',
    seq: said?.seq ?? 0,
    next: (said?.next ?? null) as PhaseId | null,
    plan: said?.plan ?? '',
  };
}

function phaseOf(row: StatusGlance['rows'][number], index: number): StatusView['phases'][number] {
  return {
    number: row.number ?? index + 1,
    id: row.phase as PhaseId,
    title: null,
    status: row.status,
    attempt: row.attempt ?? 0,
    artifacts: [],
    updated: row.updated as Timestamp | null,
    commit: null,
    checks: [],
    reasons: [],
    notCaptured: [],
    output: null,
  };
}
