import { join } from 'node:path';
import type { CommitId, RefName, RepoPath } from '../../model/names/ids.ts';
import type { Head } from '../../session/ports.ts';
import { decodePath, splitNul } from '../bytes.ts';
import { readHeadFile } from '../headFile.ts';
import { askWhatDiffers } from './filters.ts';
import type { Place } from './place.ts';

type Asked = Pick<Place, 'git' | 'root' | 'gitPath'>;

/** What a plain `git status` counts, using the working tree's own index. */
export async function readUncommitted(place: Asked): Promise<readonly RepoPath[]> {
  const { out } = await askWhatDiffers(
    place.git,
    ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignored=no'],
    { cwd: place.root },
  );
  return splitNul(out).map((line) =>
    decodePath(line.at(-1) === 0x2f ? line.subarray(3, -1) : line.subarray(3)),
  );
}

/** As seen from the private index. A folder, with a trailing slash, only if a pattern names the folder. */
export async function readIgnoredHere(
  place: Pick<Place, 'git' | 'root' | 'index'>,
): Promise<readonly RepoPath[]> {
  const { out } = await askWhatDiffers(
    place.git,
    ['status', '--porcelain', '-z', '--untracked-files=all', '--ignored=matching', '--no-renames'],
    { cwd: place.root, index: place.index },
  );
  return splitNul(out).flatMap((line) => (line[0] === 0x21 ? [decodePath(line.subarray(3))] : []));
}

export async function readHead(place: Asked & Pick<Place, 'commonDir' | 'objects'>): Promise<Head> {
  return readHeadAt(place, await place.gitPath('.'));
}

/** The same with the working tree's git folder known. */
export async function readHeadAt(
  place: Asked & Pick<Place, 'commonDir' | 'objects'>,
  gitDir: string,
): Promise<Head> {
  // Called several times per phase, so git is started only if its files leave something open.
  const file = readHeadFile(place.commonDir, join(gitDir, 'HEAD'));
  if (file === null) return askHead(place);
  if (!('branch' in file)) return { commit: file.commit, branch: null };
  const commit = file.commit ?? (await place.objects.pointedAt(file.branch));
  return commit === null ? askHead(place) : { commit: commit as CommitId, branch: file.branch };
}

async function askHead(place: Asked): Promise<Head> {
  // Options apply in order: first the id, then the branch name (`HEAD` if detached).
  const named = await place.git(['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], {
    cwd: place.root,
    answers: [0, 128],
  });
  if (named.code === 0) {
    const [commit = '', branch = ''] = named.out.toString('utf8').split('\n');
    return { commit: commit as CommitId, branch: branch === 'HEAD' ? null : (branch as RefName) };
  }
  const { out, code } = await place.git(['symbolic-ref', '-q', 'HEAD'], { cwd: place.root, answers: [0, 1] });
  return { commit: null, branch: code === 0 ? (out.toString('utf8').trim() as RefName) : null };
}
