import { execFileSync } from 'node:child_process';
import type { TreeId } from '../../src/model/names/ids.ts';
import type { GitRepo } from './gitRepo.ts';

/** git refuses to make such a tree, and so do we: it comes from elsewhere. */
export function treeWith(repo: GitRepo, tree: string, parts: readonly string[], blob: string): TreeId {
  const [first = '', ...rest] = parts;
  const below = rest.length === 0 ? blob : treeWith(repo, emptyTree(repo), rest, blob);
  const kept = git(repo, ['cat-file', 'tree', tree]);
  const entry = Buffer.concat([
    Buffer.from(`${rest.length === 0 ? '100755' : '40000'} ${first}\0`),
    Buffer.from(below, 'hex'),
  ]);
  const made = git(
    repo,
    ['hash-object', '-t', 'tree', '--literally', '-w', '--stdin'],
    Buffer.concat([kept, entry]),
  );
  return made.toString().trim() as TreeId;
}

const emptyTree = (repo: GitRepo): string =>
  git(repo, ['hash-object', '-t', 'tree', '-w', '--stdin'], Buffer.alloc(0)).toString().trim();

const git = (repo: GitRepo, args: readonly string[], input?: Buffer): Buffer =>
  execFileSync('git', [...args], {
    cwd: repo.root,
    env: { ...repo.env },
    ...(input === undefined ? {} : { input }),
  });
