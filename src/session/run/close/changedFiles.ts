import { lineCounts } from '../../../model/packet/lineCounts.ts';
import type { ChangedFile } from '../../../model/ledger/ledgerInput.ts';
import type { Change, Objects } from '../../ports.ts';
import { textOrNull } from '../../record/text.ts';

/** A packet names a few files; more than this are not examined. */
const MOST_LOOKED_INTO = 20;
const MOST_BYTES = 256 * 1024;

/** Files that a phase changed besides its artifacts, and those it deleted, with line counts. */
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

/** Null if it is binary, or too long. */
async function textIn(repository: Objects, side: Change['after']): Promise<string | null> {
  if (side === null) return '';
  // A submodule is a commit, and a partial clone lacks some blobs.
  const bytes = side.mode === '160000' ? null : await repository.blobBytes(side.blob);
  if (bytes === null || bytes > MOST_BYTES) return null;
  return textOrNull(await repository.readBlob(side.blob));
}
