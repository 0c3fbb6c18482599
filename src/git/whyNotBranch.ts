import type { Git } from './createGit.ts';
import { listNames } from './refs.ts';

/** Null when git takes the name of a new branch, else why not: the name itself, or a branch in the way. */
export async function whyNotBranch(git: Git, cwd: string, branch: string): Promise<string | null> {
  const full = `refs/heads/${branch}`;
  const { code } = await git(['check-ref-format', full], { cwd, answers: [0, 1] });
  if (code !== 0 || branch.startsWith('-'))
    return `git does not take ${JSON.stringify(branch)} as the name of a branch`;
  // A ref is a file in git's eyes: `cairn` and `cairn/x` cannot both be.
  const names = branch.split('/').slice(0, -1);
  const above = names.map((_name, at) => `refs/heads/${names.slice(0, at + 1).join('/')}`);
  const taken = await listNames(git, cwd, [...above, `${full}/`]);
  const inTheWay = taken.find(([name]) => above.includes(name) || name.startsWith(`${full}/`))?.[0];
  return inTheWay === undefined
    ? null
    : `a branch called ${inTheWay.slice('refs/heads/'.length)} is in the way`;
}
