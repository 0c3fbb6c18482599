import type { RepoPath } from '../model/names/ids.ts';
import { decodePath, nulTerminated, splitNul } from './bytes.ts';
import type { Git } from './createGit.ts';
import { notBehindLink } from './workingTree/parentInTheWay.ts';

/** Which of these paths git ignores in a working tree; a tracked path is never ignored. */
export async function readIgnored(
  git: Git,
  root: string,
  paths: readonly RepoPath[],
): Promise<readonly RepoPath[]> {
  // Git dies on a path beyond a link, and all other answers are lost. Such a path is not in this repository.
  const asked = notBehindLink(root, paths);
  if (asked.length === 0) return [];
  const { out } = await git(['check-ignore', '-z', '--stdin'], {
    cwd: root,
    // `check-ignore` refuses literal pathspecs; a leading `./` keeps a name such as `:(glob)x` from being magic.
    env: { GIT_LITERAL_PATHSPECS: '0' },
    input: nulTerminated(asked.map((path) => `./${path}`)),
    answers: [0, 1],
  });
  return splitNul(out).map((line) => decodePath(line.subarray(2)));
}
