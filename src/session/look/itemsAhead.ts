import { readFileValue, noFileValue, type FileValue } from '../../model/graph/readFileValue.ts';
import { listsAhead, readLists } from '../../model/items/readLists.ts';
import { plannedItems, type PlannedItems } from '../../model/items/plannedItems.ts';
import type { PhaseId, RepoPath } from '../../model/names/ids.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import { restingTree } from '../record/heldWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { placeIn, valuesAt } from '../record/valuesAt.ts';
import type { World } from '../world.ts';

/** What comes of the lists that a phase has written, as they lie in the working tree: an approval takes them so. */
export async function itemsAhead(
  world: World,
  record: SessionRecord,
  by: PhaseId,
  root: string | null,
): Promise<readonly PlannedItems[]> {
  const { workflow, session, status } = record;
  if (workflow.phases.every(({ forEach }) => forEach?.by !== by)) return [];
  const lists = listsAhead(record, status.rows, by);
  const files = lists.flatMap(({ forEach }) => (forEach === null ? [] : [forEach.file]));
  const at = { session, rows: status.rows };
  const valueOf =
    root === null
      ? await valuesAt(world.repository, await restingTree(world.repository, record), at, files)
      : await valuesIn(world, root, (file) => placeIn(session, status.rows, file), files);
  return plannedItems(workflow, by, readLists(record, lists, valueOf, world.sha256), record);
}

async function valuesIn(
  { files: disk }: Pick<World, 'files'>,
  root: string,
  pathOf: (file: string) => RepoPath | null,
  files: readonly string[],
): Promise<(file: string) => FileValue> {
  const values = new Map<string, FileValue>();
  for (const file of files) {
    const path = pathOf(file);
    const found = path === null ? null : await disk.kind(root, path);
    if (path === null || found === null) continue;
    const other = whyNoFile(found.kind);
    values.set(file, other === null ? readFileValue(path, await disk.read(root, path)) : noFileValue(other));
  }
  return (file) => values.get(file) ?? { kind: 'missing' };
}
