import { basename, dirname, join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { type Checkpoint, ownCheckpoints } from '../../model/checkpoint/checkpoint.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { workflowFilePath, workflowPath } from '../../model/names/places.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import { workflowChange } from '../resume/workflowChange.ts';
import type { Warning } from '../warning.ts';
import type { World } from '../world.ts';
import { firstLine } from './glanceSession.ts';

/** A session at its tip, with what it is looked at in. */
export interface Looked {
  readonly world: World;
  readonly record: SessionRecord;
  /** Newest first. */
  readonly history: readonly Checkpoint[];
  /** Of its working tree; null: there is none here. */
  readonly root: string | null;
}

/** Where a workflow on disk is not the one that the session follows: the file it came from, or the session's own. */
export async function workflowWarnings(at: Looked): Promise<readonly Warning[]> {
  const { world, record } = at;
  const own = await ownEdited(at);
  const file = await sourceFile(at);
  if (file === null) return own;
  const place = join(world.repository.root, file);
  const onDisk = await world.files.read(dirname(place), basename(place) as RepoPath);
  if (onDisk === null || decode(onDisk) === record.workflowText) return own;
  const workflow = basename(file).replace(/\.ya?ml$/, '');
  const over = record.status.state === 'done' || record.status.state === 'cancelled';
  return [...own, { warning: 'workflow-differs', file, over, session: record.session, workflow }];
}

/** The file below `.cairn/workflows/` that the session was started from, as far as anybody here can know. */
async function sourceFile({ world, record, history }: Looked): Promise<string | null> {
  const { repository, state } = world;
  const { session, status } = record;
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

async function ownEdited({ world, record, history, root }: Looked): Promise<readonly Warning[]> {
  const path = workflowPath(record.session);
  try {
    const { kind } = await workflowChange(world, record, async () => history, root, null);
    switch (kind) {
      case 'same':
        return [];
      case 'outside-plan':
        return [{ warning: 'workflow-edited', path, plan: 'same' }];
      case 'inside-plan':
        return [{ warning: 'workflow-edited', path, plan: 'changed' }];
    }
  } catch (error) {
    if (!CairnError.is(error, 'workflow/invalid')) throw error;
    return [{ warning: 'workflow-invalid', path, line: firstLine(error) }];
  }
}
