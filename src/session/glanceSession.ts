import type { CairnError } from '../base/cairnError.ts';
import { glanceTrailers } from '../model/checkpointMessage.ts';
import { glanceStatus } from '../model/glanceStatus.ts';
import type { CommitId, PhaseId, Timestamp } from '../model/ids.ts';
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
    title: said?.title ?? found.session,
    workflow: said?.workflow ?? 'unknown',
    branch: found.ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, ''),
    worktree: null,
    isolation: glance?.isolation === 'in-place' ? 'in-place' : 'worktree',
    state: said?.state ?? 'unknown',
    seq: said?.seq ?? 0,
    next: (said?.next ?? null) as PhaseId | null,
    plan: said?.plan ?? '',
    leftovers: 0,
    phases: (glance?.rows ?? []).map((row, index) => ({
      number: row.number ?? index + 1,
      id: row.phase as PhaseId,
      title: null,
      status: row.status,
      attempt: row.attempt ?? 0,
      artifacts: [],
      updated: row.updated as Timestamp | null,
      commit: null as CommitId | null,
      checks: [],
      reasons: [],
      notCaptured: [],
      output: null,
    })),
    rescues: await listRescues(world, found.session),
    effects: { done: 0, failed: 0, inDoubt: 0 },
    warnings: [`read only: ${error.code} ${JSON.stringify(error.details)}`],
    question: null,
    drivenBy: null,
  };
}
