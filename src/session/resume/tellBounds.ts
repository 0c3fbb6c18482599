import { inOrder } from '../../base/inOrder.ts';
import { CairnError } from '../../base/cairnError.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import { raisedIn } from '../../model/limits/limits.ts';
import { workflowPath } from '../../model/names/places.ts';
import { tipOf, type Drive } from '../drive.ts';
import { boundsOf } from '../open/bounds.ts';
import { whoWorks, type FoundWorker } from '../open/whoWorks.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Beforehand } from '../ports.ts';
import { writtenId } from '../record/approvable.ts';
import { approvedBefore } from '../record/approvedBefore.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';

/** Tells within which bounds what is left of a session is worked on. */
export async function tellBounds(drive: Drive): Promise<void> {
  const { world } = drive;
  const { record } = tipOf(drive);
  const { workflow, status } = record;
  const open = new Set(status.rows.filter((row) => !isFinished(row.status)).map(({ phase }) => phase));
  const phases = workflow.phases.filter(({ id }) => open.has(id));
  const left = new Set(phases.map(writtenId));
  const written = workflow.written.filter(({ id }) => left.has(id));
  const bounds = await boundsOf(world, workflow, {
    phases: written,
    workers: await workersOf(drive, record, phases),
    approved: await saidOf(drive, written),
    raised: raisedIn(record.records.values()),
  });
  world.onProgress({ type: 'unattended', ...bounds });
}

async function saidOf(drive: Drive, phases: readonly Phase[]): Promise<readonly Beforehand[]> {
  const { history } = tipOf(drive);
  const said = await inOrder(phases.map((phase) => approvedBefore(phase, drive.state.beforehand, history)));
  return said.filter((word) => word !== null);
}

/** None where one is not there: the run says so when it comes to that phase. */
async function workersOf(
  { world }: Drive,
  { session, workflow, workflowText }: SessionRecord,
  phases: SessionRecord['workflow']['phases'],
): Promise<readonly FoundWorker[]> {
  const loaded = { workflow: { ...workflow, phases }, text: workflowText, file: workflowPath(session) };
  try {
    return await whoWorks(world.agents, loaded, true);
  } catch (error) {
    if (!CairnError.is(error, 'machine/agent-not-found')) throw error;
    return [];
  }
}
