import { join } from 'node:path';
import { statusPath } from '../../model/names/places.ts';
import { notesOf } from '../../model/status/notesOf.ts';
import { textOf } from '../../model/text/losslessText.ts';
import type { Warning } from '../warning.ts';
import { MOST_STATUS_BYTES, recordReader } from '../record/recordReader.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import type { SeenHere } from './seeHere.ts';
import type { Looked } from './workflowWarnings.ts';

/** How many checkpoints are asked whether they had a note: it came with one of them into a worktree, and was taken out since. */
const MOST_ASKED = 100;

/** Notes that somebody wrote where nobody reads them: in STATUS.md of a further slot. */
export async function unreadNotes(
  { world, record, history, root }: Looked,
  { slots }: Pick<SeenHere, 'slots'>,
): Promise<readonly Warning[]> {
  const { session } = record;
  const further = slots.slice(1).flatMap(({ about }) => about?.root ?? []);
  const found = await Promise.all(
    further.map(async (tree) => {
      const notes = (await readStatusFile(world.files, tree, session))?.notes ?? '';
      return { tree, lines: without(linesOf(notes), record.status.notes) };
    }),
  );
  const warnings: Warning[] = [];
  for (const { tree, lines } of found) {
    let left = lines;
    for (const { commit } of left.length === 0 ? [] : history.slice(0, MOST_ASKED)) {
      const read = recordReader(world.repository, commit, commit);
      const then = await read(statusPath(session), MOST_STATUS_BYTES);
      left = then === null ? left : without(left, notesOf(textOf(then)));
    }
    const at = (of: string): string => join(of, statusPath(session));
    if (left.length > 0)
      warnings.push({ warning: 'notes-unread', path: at(tree), read: root === null ? null : at(root) });
  }
  return warnings;
}

const linesOf = (notes: string): readonly string[] =>
  notes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '## Notes');

function without(lines: readonly string[], notes: string): readonly string[] {
  const known = new Set(linesOf(notes));
  return lines.filter((line) => !known.has(line));
}
