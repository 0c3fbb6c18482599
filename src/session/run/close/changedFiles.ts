import { lineCounts } from '../../../model/packet/lineCounts.ts';
import type { ChangedFile } from '../../../model/packet/packetInput.ts';
import type { Change, Objects } from '../../ports.ts';
import { textOrNull } from '../../record/text.ts';

/** A packet names a few files; more than these are not looked into. */
const MOST_LOOKED_INTO = 20;
const MOST_BYTES = 256 * 1024;

/** What a phase changed besides its artifacts and what it deleted, with how many lines. */
export async function changedFiles(
  repository: Objects,
  changes: readonly Change[],
  artifacts: ReadonlySet<string>,
): Promise<readonly ChangedFile[]> {
  const told = changes.filter(({ kind, path }) => kind !== 'deleted' && !artifacts.has(path));
  return Promise.all(
    told.map(async ({ path, kind, before, after }, at) => {
      const file = { path, isNew: kind === 'added' };
      if (at >= MOST_LOOKED_INTO) return { ...file, lines: null };
      const [was, is] = [await textIn(repository, before), await textIn(repository, after)];
      return { ...file, lines: was === null || is === null ? null : lineCounts(was, is) };
    }),
  );
}

/** Null: no text, or too long to be looked into. */
async function textIn(repository: Objects, side: Change['after']): Promise<string | null> {
  if (side === null) return '';
  // Of a submodule there is a commit, and of a partial clone not everything is here.
  const bytes = side.mode === '160000' ? null : await repository.blobBytes(side.blob);
  if (bytes === null || bytes > MOST_BYTES) return null;
  return textOrNull(await repository.readBlob(side.blob));
}
