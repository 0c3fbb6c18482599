import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, type GitRepo } from './gitRepo.ts';

/** The tree that `git add -A` would make, in an index of nobody. */
export async function addedByGit(repo: GitRepo): Promise<string> {
  const index = join(await temporaryFolder(), 'index');
  const run = promisify(execFile);
  const env = { ...repo.env, GIT_INDEX_FILE: index };
  await run('git', ['read-tree', 'HEAD'], { cwd: repo.root, env });
  await run('git', ['-c', 'core.safecrlf=false', 'add', '-A'], { cwd: repo.root, env });
  return (await run('git', ['write-tree'], { cwd: repo.root, env })).stdout.trim();
}
