import type { CommitId } from '../model/names/ids.ts';
import type { Git } from './createGit.ts';
import type { Objects } from './objects.ts';
import { onlyId } from './onlyId.ts';

/** Remembers recent answers: a window asks every two seconds, and commits do not change. */
const REMEMBERED = 64;

type AddedBytes = (by: readonly CommitId[], since: readonly CommitId[]) => Promise<number | null>;

/** How many bytes some commits added to the repository. One process per new answer. */
export function createAddedBytes(git: Git, cwd: string, objects: Objects): AddedBytes {
  const known = new Map<string, number | null>();
  return async (by, since) => {
    const key = [...by, ...since.map((commit) => `^${commit}`)].join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    // A missing commit excludes nothing: everything in the clone would count.
    for (const commit of since) if ((await objects.look(commit)) === null) return null;
    const { code, out } = await git(
      [
        'rev-list',
        '--disk-usage',
        '--objects',
        // A partial clone must not fetch objects only to count them.
        '--missing=allow-promisor',
        ...by.map(onlyId),
        '--not',
        ...since.map(onlyId),
        '--',
      ],
      { cwd, answers: [0, 128] },
    );
    const bytes = code === 0 ? Number(out.toString('utf8').trim()) : null;
    const [oldest] = known.keys();
    if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest);
    known.set(key, bytes);
    return bytes;
  };
}
