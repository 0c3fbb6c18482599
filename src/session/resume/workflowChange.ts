import { basename, dirname } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { replan } from '../../model/items/expandWorkflow.ts';
import { parseWorkflow } from '../../model/workflow/parseWorkflow.ts';
import { workflowPath } from '../../model/names/places.ts';
import { commandsOfSession } from '../../model/workflow/shipped/commands.ts';
import { planHash } from '../../model/workflow/planHash.ts';
import type { ResumeFacts } from '../../model/plan/resumeFacts.ts';
import type { History } from '../record/history.ts';
import { loadWorkflow, type LoadedWorkflow } from '../record/loadWorkflow.ts';
import { matchesWithin } from '../record/matchesWithin.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import { refuseUnfitInputs } from './unfitInputs.ts';
import type { World } from '../world.ts';

/** The workflow that the session should follow from now on, and how it differs from the current one. */
export interface WorkflowChange {
  readonly kind: ResumeFacts['plan'];
  readonly loaded: LoadedWorkflow | null;
}

export const NO_CHANGE: WorkflowChange = { kind: 'same', loaded: null };

/** Compares the `named` workflow, or the session's own file on disk, with the one in the tip. */
export async function workflowChange(
  world: World,
  record: SessionRecord,
  history: History,
  root: string | null,
  named: string | null,
): Promise<WorkflowChange> {
  const loaded =
    named === null
      ? await editedWorkflow(world, record, history, root)
      : await loadWorkflow(world, named, async () =>
          commandsOfSession(record.workflow, record.status.isolation),
        );
  if (loaded === null || loaded.text === record.workflowText) return NO_CHANGE;
  refuseUnfitInputs(world, record, loaded);
  const workflow = replan(loaded.workflow, record);
  const kind =
    planHash(loaded.workflow, world.sha256) === planHash(record.workflow, world.sha256)
      ? 'outside-plan'
      : 'inside-plan';
  return { kind, loaded: { ...loaded, workflow } };
}

async function editedWorkflow(
  world: World,
  record: SessionRecord,
  history: History,
  root: string | null,
): Promise<LoadedWorkflow | null> {
  if (root === null) return null;
  const path = workflowPath(record.session);
  const bytes = await world.files.read(root, path);
  if (bytes === null) return null;
  const text = decode(bytes);
  if (text === record.workflowText || (await isOfEarlierCheckpoint(world, record, history, text)))
    return null;
  const parsed = parseWorkflow(path, text, matchesWithin(world));
  if (!parsed.ok) throw new CairnError('workflow/invalid', { file: path, problems: parsed.error });
  return { workflow: parsed.value, text, file: `${basename(dirname(path))}/${basename(path)}` };
}

/** True if an earlier checkpoint published here has this very workflow: the newer one came from elsewhere. */
async function isOfEarlierCheckpoint(
  { state, repository }: World,
  { session, commit }: SessionRecord,
  history: History,
  text: string,
): Promise<boolean> {
  const published = await state.of(session).published();
  if (published.has(commit)) return false;
  const seen = (await history()).find((checkpoint) => published.has(checkpoint.commit));
  const bytes = seen === undefined ? null : await repository.read(seen.commit, workflowPath(session));
  return bytes !== null && decode(bytes) === text;
}
