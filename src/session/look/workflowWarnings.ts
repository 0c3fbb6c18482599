import { basename, dirname, join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { ownCheckpoints } from '../../model/checkpoint/ownCheckpoints.ts';
import { workflowFilePath, workflowPath } from '../../model/names/places.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import { workflowChange } from '../resume/workflowChange.ts';
import type { World } from '../world.ts';

/** Where a workflow on disk is not the one that the session follows: the file it came from, or the session's own. */
export async function workflowWarnings(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  root: string | null,
): Promise<readonly string[]> {
  const own = await ownEdited(world, record, history, root);
  const file = await sourceFile(world, record, history);
  if (file === null) return own;
  const place = join(world.repository.root, file);
  const lying = await world.files.read(dirname(place), basename(place) as RepoPath);
  if (lying === null || decode(lying) === record.workflowText) return own;
  const told = `${file} differs from the workflow that this session follows`;
  if (record.status.state === 'done' || record.status.state === 'cancelled') return [...own, told];
  const name = basename(file).replace(/\.ya?ml$/, '');
  return [...own, `${told}; to take it over: cairn resume ${record.session} --workflow ${name}`];
}

/** The file below `.cairn/workflows/` that the session was started from, as far as anybody here can know. */
async function sourceFile(
  { repository, state }: World,
  { session, status }: SessionRecord,
  history: readonly Checkpoint[],
): Promise<string | null> {
  const known = (await state.of(session).about())?.workflow;
  if (known !== undefined) return known;
  // Another clone: the one of that name, if the session began with the very text of it.
  const first = ownCheckpoints(history).at(-1)?.commit;
  if (first === undefined) return null;
  const file = workflowFilePath(status.workflow);
  const [then, own] = [
    await repository.read(first, file),
    await repository.read(first, workflowPath(session)),
  ];
  return then !== null && own !== null && decode(then) === decode(own) ? file : null;
}

async function ownEdited(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  root: string | null,
): Promise<readonly string[]> {
  const path = workflowPath(record.session);
  try {
    const { kind } = await workflowChange(world, record, async () => history, root, null);
    switch (kind) {
      case 'same':
        return [];
      case 'outside-plan':
        return [`${path} was edited: the next resume takes it over`];
      case 'inside-plan':
        return [`${path} was edited and changes the plan; resume asks for --accept-plan`];
    }
  } catch (error) {
    if (!CairnError.is(error, 'workflow/invalid')) throw error;
    const [problem] = error.details.problems;
    const where = problem === undefined ? '' : ` (line ${problem.line}: ${problem.message})`;
    return [`${path} was edited and is not valid${where}`];
  }
}
