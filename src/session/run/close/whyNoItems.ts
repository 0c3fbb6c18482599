import { listsAhead, readLists } from '../../../model/items/readLists.ts';
import type { TreeId } from '../../../model/names/ids.ts';
import type { ArtifactRule, Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { valuesAt } from '../../record/valuesAt.ts';

/** A list that phases are repeated for must be one, whose items can be run beside all others. */
export async function whyNoItems(
  { world, session, record }: Pick<Drive, 'world' | 'session' | 'record'>,
  { id }: Phase,
  tree: TreeId,
): Promise<(rule: ArtifactRule) => readonly string[]> {
  const { rows } = record.status;
  const lists = listsAhead(record, rows, id);
  const own = lists.flatMap(({ id: phase, forEach }) =>
    forEach?.by === id ? [{ id: phase, file: forEach.file }] : [],
  );
  if (own.length === 0) return () => [];
  const files = lists.flatMap(({ forEach }) => (forEach === null ? [] : [forEach.file]));
  const valueOf = await valuesAt(world.repository, tree, { session, rows }, files);
  const itemsOf = readLists(record, lists, valueOf, world.sha256);
  return ({ path }) =>
    own
      .filter(({ file }) => [path, `${id}/${path}`].includes(file))
      .flatMap((phase) => {
        const items = itemsOf(phase);
        return items.ok ? [] : items.error;
      });
}
