import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath, nulTerminated, splitNul } from '../bytes.ts';
import type { Git } from '../createGit.ts';
import { isBuiltIn, type AttributesFile } from './attributes.ts';
import type { Scratch } from './scratch.ts';

/** Those of the paths for which the attributes name a merge driver that is not built into git. */
export async function haveDrivers(
  git: Git,
  scratch: Scratch,
  attributes: readonly AttributesFile[],
  paths: readonly RepoPath[],
): Promise<ReadonlySet<RepoPath>> {
  if (attributes.length === 0 || paths.length === 0) return new Set();
  const call = { ...(await scratch.workingTree('attributes', attributes)), input: nulTerminated(paths) };
  const { out } = await git(['check-attr', '-z', '--stdin', 'merge'], call);
  const found = new Set<RepoPath>();
  const pieces = splitNul(out);
  // Path, attribute, value.
  for (let at = 0; at + 2 < pieces.length; at += 3) {
    const value = pieces[at + 2]?.toString('latin1') ?? '';
    if (!['set', 'unset', 'unspecified'].includes(value) && !isBuiltIn(value))
      found.add(decodePath(pieces[at] ?? Buffer.alloc(0)));
  }
  return found;
}
