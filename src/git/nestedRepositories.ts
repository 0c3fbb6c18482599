import { join, sep } from 'node:path';
import { readdir, realpath } from '../host/disk.ts';
import type { NestedRepository } from '../session/ports.ts';
import { splitNul } from './bytes.ts';
import type { Git } from './createGit.ts';
import { FETCHES_NOTHING } from './env.ts';
import { exists } from './exists.ts';
import { gitDirOf, identity } from './gitDirOf.ts';
import { readLinkedFolders } from './linkedFolders.ts';
import { byLevels } from './levels.ts';

/** A repository or a working tree; `gitDir` is its git directory. */
interface Found {
  readonly path: string;
  readonly gitDir: string;
  /** Its working tree; null if it has none. */
  readonly root: string | null;
}

/**
 * Every repository and working tree that would go with a linked working tree of ours, and what of it exists nowhere else. Reads
 * folders without following links, and starts git only where there is something to ask.
 */
export async function nestedRepositories(
  git: Git,
  commonDir: string,
  root: string,
): Promise<readonly NestedRepository[]> {
  const own = (await readLinkedFolders(commonDir)).get(root)?.folder;
  const found = [
    ...(await findBelow(root)),
    // Git keeps the submodules of a linked working tree in its administrative folder, and removes them with it.
    ...(own === undefined ? [] : await modulesIn(own, '.git')),
  ];
  const going = await Promise.all([root, ...(own === undefined ? [] : [own])].map(real));
  const seen = new Set<string>();
  const nested: NestedRepository[] = [];
  for (const one of found) {
    const gitDir = await real(one.gitDir);
    if (seen.has(gitDir)) continue;
    seen.add(gitDir);
    nested.push({ path: one.path, ...(await lookInto(git, { ...one, gitDir }, going)) });
  }
  return nested;
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path);

async function findBelow(root: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  await byLevels(
    [''],
    (folder) => readOne(root, folder),
    ({ below, here }) => {
      found.push(...here);
      return below;
    },
  );
  return found;
}

async function readOne(
  root: string,
  folder: string,
): Promise<{ readonly below: readonly string[]; readonly here: readonly Found[] }> {
  const place = join(root, folder);
  // Unreadable: removed as far as possible, and nobody's work.
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map(({ name }) => name));
  if (folder !== '' && isBare(names))
    return { below: [], here: [{ path: folder, gitDir: place, root: null }] };
  const below: string[] = [];
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== '.git')
      below.push(folder === '' ? entry.name : `${folder}/${entry.name}`);
  const gitDir = folder === '' || !names.has('.git') ? null : gitDirOf(place);
  // A dangling `.git`, or a folder that only has the name: ordinary files. One that lost its HEAD still has its commits.
  if (gitDir === null || !(await isAnyOf(gitDir, ['HEAD', 'objects']))) return { below, here: [] };
  const inside = gitDir === join(place, '.git') ? await modulesIn(gitDir, `${folder}/.git`) : [];
  return { below, here: [{ path: folder, gitDir, root: place }, ...inside] };
}

const isBare = (names: ReadonlySet<string>): boolean =>
  names.has('HEAD') && names.has('objects') && names.has('refs');

/** Git folders of submodules, checked out or not. */
async function modulesIn(gitDir: string, shown: string): Promise<readonly Found[]> {
  const above = join(gitDir, 'modules');
  if (identity(above) === null) return [];
  return (await findBelow(above)).map((found) => ({ ...found, path: `${shown}/modules/${found.path}` }));
}

const isAnyOf = async (folder: string, names: readonly string[]): Promise<boolean> =>
  (await Promise.all(names.map((name) => exists(join(folder, name))))).includes(true);

/** What would be lost of one of them. `going`: the folders that are removed. */
async function lookInto(
  git: Git,
  { root, gitDir }: Found,
  going: readonly string[],
): Promise<Omit<NestedRepository, 'path'>> {
  const dir = ['--git-dir', gitDir];
  const call = { cwd: gitDir, env: FETCHES_NOTHING };
  try {
    const asked = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
    const { out } = await git([...dir, ...asked], call);
    const common = await real(out.toString('utf8').replace(/\n$/, ''));
    const goes = going.some((folder) => common === folder || common.startsWith(`${folder}${sep}`));
    const { out: count } = await git([...dir, 'rev-list', '--count', ...(goes ? GOING : STAYING), '--'], {
      ...call,
      // A branch without a commit: nothing to lose.
      answers: goes ? [0] : [0, 128],
    });
    return {
      commits: Number(count.toString('utf8')),
      uncommitted: root === null ? 0 : await uncommittedIn(git, gitDir, root),
      unreadable: false,
    };
  } catch {
    // Damaged: nobody can say that nothing would be lost.
    return { commits: 0, uncommitted: 0, unreadable: true };
  }
}

/** For a repository that goes: everything that no remote-tracking branch has, including stashes. */
const GOING = ['--all', '--not', '--remotes'];
/** For one that stays and loses a working tree: what only that tree's HEAD has. */
const STAYING = ['HEAD', '--not', '--exclude=refs/bisect/*', '--exclude=refs/worktree/*', '--glob=refs/*'];

async function uncommittedIn(git: Git, gitDir: string, root: string): Promise<number> {
  const { out } = await git(
    [
      '--git-dir',
      gitDir,
      '--work-tree',
      root,
      'status',
      '--porcelain',
      '-z',
      '--untracked-files=all',
      '--no-renames',
    ],
    { cwd: root, env: FETCHES_NOTHING },
  );
  return splitNul(out).length;
}
