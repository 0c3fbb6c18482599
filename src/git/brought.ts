import type { BlobId, CommitId } from '../model/names/ids.ts';
import type { Brought } from '../session/ports.ts';
import { decodePath } from './bytes.ts';
import type { Git } from './createGit.ts';
import type { Objects } from './objects.ts';
import { onlyId } from './onlyId.ts';

/** One process whatever the number of commits; sizes come from the reader that runs already. */
export async function brought(
  git: Git,
  cwd: string,
  objects: Pick<Objects, 'look'>,
  head: CommitId,
  since: CommitId,
): Promise<readonly Brought[]> {
  const { out } = await git(
    [
      'rev-list',
      '--objects',
      '--filter=object:type=blob',
      onlyId(head),
      '--not',
      onlyId(since),
      '--remotes',
      '--',
    ],
    { cwd },
  );
  const found: Brought[] = [];
  for (let start = 0, end = out.indexOf(10); end !== -1; start = end + 1, end = out.indexOf(10, start)) {
    const space = out.indexOf(32, start);
    // Commits that were named are listed in spite of the filter, without a path.
    if (space === -1 || space >= end - 1) continue;
    const blob = out.toString('latin1', start, space) as BlobId;
    const size = (await objects.look(blob))?.size ?? 0;
    found.push({ path: decodePath(out.subarray(space + 1, end)), blob, bytes: size });
  }
  return found;
}
