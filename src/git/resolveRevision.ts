import type { CommitId } from '../model/names/ids.ts';
import type { Git } from './createGit.ts';

/** The commit that a revision names as a person typed it, or null. */
export async function resolveRevision(git: Git, cwd: string, revision: string): Promise<CommitId | null> {
  const { code, out } = await git(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    { cwd, answers: [0, 1, 128] },
  );
  return code === 0 ? (out.toString('latin1').trim() as CommitId) : null;
}
