import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath, splitNul } from '../bytes.ts';
import { namesIn } from '../headFile.ts';
import { moveAside } from '../moveAside.ts';
import { eachEntry, isReadableIndex } from './indexFile.ts';
import type { Place } from './place.ts';

/** A git operation in progress: the file that shows it, and our word for it. */
const BUSY = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

/** The operation in progress, from the names in a working tree's git folder. */
export function operationIn(names: readonly string[]): string | null {
  return BUSY.find(([file]) => names.includes(file))?.[1] ?? null;
}

/** Ends the operation in progress in a worktree of ours. Keeps git's notes of it beside, and its commits in the reflog. */
export async function endOperation(place: Pick<Place, 'gitPath'>): Promise<void> {
  const folder = dirname(await place.gitPath('HEAD'));
  const names = namesIn(folder);
  for (const [file] of BUSY) if (names.includes(file)) await moveAside(join(folder, file), folder);
}

/** The conflicted paths of an index. */
export interface Unmerged {
  in(index: string): Promise<readonly RepoPath[]>;
}

const STAGE = 0x3000;

/** Rereads an index only if it changed: called before every checkpoint, most of which do not change it. */
export function createUnmerged(place: Pick<Place, 'git' | 'root' | 'zero'>): Unmerged {
  let known: { readonly signature: string; readonly paths: readonly RepoPath[] } | null = null;
  return {
    async in(index) {
      const found = statSync(index, { bigint: true, throwIfNoEntry: false });
      // No index: nobody has added anything yet.
      if (found === undefined) return [];
      const signature = `${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.ino}`;
      if (known?.signature === signature) return known.paths;
      const paths = (await readStages(index, place.zero.length / 2)) ?? (await askStages(place));
      known = { signature, paths };
      return paths;
    },
  };
}

/** Null for a version that only git can read. */
async function readStages(index: string, idBytes: number): Promise<readonly RepoPath[] | null> {
  const bytes = await readFile(index).catch(() => null);
  if (bytes === null || !isReadableIndex(bytes)) return null;
  const paths = new Set<RepoPath>();
  const end = eachEntry(bytes, idBytes, (_at, nameAt, nameEnd, flags) => {
    if ((flags & STAGE) !== 0) paths.add(decodePath(bytes.subarray(nameAt, nameEnd)));
    return true;
  });
  // A split index keeps the rest of its entries in another file.
  if (end === null || bytes.toString('latin1', end, end + 4) === 'link') return null;
  return [...paths];
}

async function askStages({ git, root }: Pick<Place, 'git' | 'root'>): Promise<readonly RepoPath[]> {
  const { out } = await git(['ls-files', '--unmerged', '-z', '--full-name'], { cwd: root });
  return [...new Set(splitNul(out).map((line) => decodePath(line.subarray(line.indexOf(0x09) + 1))))];
}
