import type { CairnError } from '../../base/cairnError.ts';
import { glanceTrailers } from '../../model/checkpointMessage.ts';
import { glanceStatus, type StatusGlance } from '../../model/glanceStatus.ts';
import type { PhaseId, SessionId, Timestamp } from '../../model/ids.ts';
import { statusPath } from '../../model/places.ts';
import type { FoundSession } from '../record/findSession.ts';
import { listRescues } from '../rescue/rescues.ts';
import type { StatusView } from '../results.ts';
import { decode } from '../record/text.ts';
import type { World } from '../world.ts';

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
    warnings: [readOnlyBecause(error)],
    question: null,
    drivenBy: null,
  };
}

/** Why this Cairn only looks: the file and what is wrong with it. */
function readOnlyBecause({ code, details }: CairnError): string {
  const file = 'file' in details ? details.file : 'this session';
  if (code === 'data/newer-schema')
    return `read only: ${file} was written by a newer Cairn; update this one to go on`;
  const [problem] = 'problems' in details ? details.problems : [];
  return `read only: ${file} cannot be read${problem === undefined ? '' : ` (line ${problem.line}: ${problem.message})`}`;
}

type Said = Pick<StatusGlance, 'title' | 'workflow' | 'state' | 'seq' | 'next' | 'plan'>;

function wordsOf(
  said: Said | null,
  session: SessionId,
): Pick<StatusView, 'title' | 'workflow' | 'state' | 'seq' | 'next' | 'plan'> {
  const words = said ?? NOTHING;
  return {
    title: words.title ?? session,
    workflow: words.workflow ?? 'unknown',
    state: words.state ?? 'unknown',
    seq: words.seq ?? 0,
    next: words.next as PhaseId | null,
    plan: words.plan ?? '',
  };
}

const NOTHING: Said = { title: null, workflow: null, state: null, seq: null, next: null, plan: null };

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
