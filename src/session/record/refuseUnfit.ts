import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { roundsProblem } from '../../model/graph/roundsProblem.ts';
import { rowless } from '../../model/items/itemsProblem.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import { recordPath, statusPath } from '../../model/names/places.ts';
import type { Status } from '../../model/status/status.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { wrongIn } from './recordErrors.ts';
import { rowOf } from './rows.ts';

interface Read {
  readonly workflow: Workflow;
  readonly status: Pick<Status, 'rows'>;
  readonly records: ReadonlyMap<PhaseId, PhaseRecord>;
}

/**
 * Refuses records that can be read, each of them, and fit each other or this engine not at all, so that nobody behind has to ask.
 *
 * @throws `data/corrupt`
 */
export function refuseUnfit(
  session: SessionId,
  commit: CommitId,
  { workflow, status: { rows }, records }: Read,
): void {
  const phase = rowless(workflow, rows);
  if (phase !== null)
    throw wrongIn(statusPath(session), commit, `has no row for "${phase}", which is to run`);
  const odd = roundsProblem(rows, records);
  if (odd === null) return;
  const row = rowOf(rows, odd.phase);
  const path = odd.in === 'table' ? statusPath(session) : recordPath(session, row.number, row.phase);
  throw wrongIn(path, commit, odd.why);
}
