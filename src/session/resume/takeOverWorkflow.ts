import { isAbsolute } from 'node:path';
import { comparePlans, describePlanChange } from '../../model/workflow/comparePlans.ts';
import { isWorkedOn } from '../../model/graph/isWorkedOn.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { workflowPath } from '../../model/names/places.ts';
import { planHash } from '../../model/workflow/planHash.ts';
import { tipOf, type Drive } from '../drive.ts';
import { keepRestore } from '../drive/restoreJournal.ts';
import { followedFile, type LoadedWorkflow } from '../record/loadWorkflow.ts';
import type { NewCheckpoint } from '../checkpoint/newCheckpoint.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import { renderWorkflow } from '../checkpoint/renderFiles.ts';
import { heldWork } from '../record/heldWork.ts';
import { itemsFileUnder } from '../record/itemsFile.ts';
import { phaseHere } from '../record/phaseHere.ts';
import { asideOver } from '../run/slots/asideSlots.ts';
import { emptied } from '../run/slots/takeSlot.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { treeToWrite } from '../workingTree/overwrite.ts';
import { planOverwriting } from '../workingTree/planOverwriting.ts';
import { setAsideBefore } from '../workingTree/setAsideBefore.ts';
import { RESTORING } from '../../model/plan/planOverwrite.ts';
import { tell } from '../tell.ts';
import { underPlan } from './underPlan.ts';

/** What another workflow would change of the plan, phase by phase; for the question and for the commit. */
export function planChanges(drive: Pick<Drive, 'record'>, loaded: LoadedWorkflow): readonly string[] {
  return comparePlans(drive.record.workflow, loaded.workflow).map(describePlanChange);
}

/**
 * Records a changed workflow as an `edit`.
 *
 * @param named it was named by the person, so that the session follows that file from now on; not an edit of its own
 */
export async function takeOverWorkflow(
  drive: Drive,
  loaded: LoadedWorkflow | null,
  { named }: { readonly named: boolean },
): Promise<Drive> {
  if (loaded === null) return drive;
  const { record, world } = drive;
  const changes = planChanges(drive, loaded);
  const { rows, records } = underPlan(loaded.workflow, record);
  const left = await workedOnNoMore(drive, loaded);
  const aside = left === null ? {} : await putAside(drive, left);
  const edited = await publishCheckpoint(drive, {
    kind: 'edit',
    phase: null,
    attempt: null,
    rows,
    records,
    workflow: loaded.workflow,
    work: 'unchanged',
    ...aside,
    files: new Map([
      [workflowPath(drive.session), loaded.text],
      ...itemsFileUnder(drive.session, loaded.workflow, record),
    ]),
    status: { plan: planHash(loaded.workflow, world.sha256), workflow: loaded.workflow.name },
    subject: changes.length === 0 ? 'the workflow was edited, its plan is the same' : 'the plan was changed',
    body: [
      `Taken over from ${isAbsolute(loaded.file) ? 'a file outside the repository' : loaded.file}.`,
      ...changes.map((change) => `- ${change}`),
    ].join('\n'),
  });
  if (named) await drive.state.note({ workflow: followedFile(loaded) });
  await renderWorkflow(edited, loaded.text);
  return left === null ? asideOver(edited) : without(edited, left);
}

/** The phase whose work lies in the first working tree, where the plan has it no more, or has it repeated. */
async function workedOnNoMore(drive: Drive, { workflow }: LoadedWorkflow): Promise<PhaseId | null> {
  const { record } = drive;
  const here = record.slot === undefined ? await phaseHere(drive) : (heldWork(record)?.phase ?? null);
  return here === null || isWorkedOn(workflow, here) ? null : here;
}

/**
 * What a phase leaves that is worked on no more is nobody's edit. It lies there until the plan is without the phase; a slot is emptied
 * then.
 */
async function putAside(drive: Drive, phase: PhaseId): Promise<Pick<NewCheckpoint, 'onDisk'>> {
  const { world, record, checkout, session } = drive;
  if (record.slot !== undefined) return {};
  const captured = await captureWork(world, checkout.tree, session);
  const plan = await planOverwriting(treeToWrite(drive), captured, record.tree, RESTORING);
  const rescue = await setAsideBefore(drive, plan, {
    parent: record.commit,
    why: `Not done when ${phase} left the plan.`,
    reason: reasonOf(record.status.seq + 1),
  });
  if (rescue !== null) tell(world, { notice: 'work-kept', rescue });
  return { onDisk: captured.tree };
}

/** Nothing that had begun of it is gone on with. */
async function without(edited: Drive, phase: PhaseId): Promise<Drive> {
  const isAlone = edited.record.slot === undefined;
  const reason = reasonOf(tipOf(edited).record.status.seq);
  const drive = isAlone ? edited : await emptied(edited, phase, () => reason);
  await keepRestore(drive.state);
  return asideOver(drive);
}

const reasonOf = (seq: number): string => `left-plan@${seq}`;
