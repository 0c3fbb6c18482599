import { join } from 'node:path';
import { mkdir, mkdtemp, readdir, rm, writeFile } from '../../host/disk.ts';
import { ownerOf, ownMark } from '../../host/processMark.ts';
import { encodePath } from '../bytes.ts';
import type { GitCall } from '../gitCall.ts';
import { createLooseObjects, type LooseObjects } from '../looseObjects.ts';
import { orDiskFull } from '../orDiskFull.ts';

/** A git directory of nobody, over the objects of a repository. What is stored in it stays in it until it is taken over. */
export interface Scratch {
  readonly objects: LooseObjects;
  /** Where its new objects lie. */
  readonly objectsFolder: string;
  /** Makes a branch. */
  branch(name: string, commit: string): Promise<void>;
  /** Makes a working tree of these files alone, and answers how git is called there. */
  workingTree(
    name: string,
    files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  ): Promise<GitCall>;
}

/**
 * Everything that has a say in a merge. Renames are detected as git does it by default, up to the number of files that is its
 * default by now. Of a folder that one side renamed git only suspects where new files of the other side belong: a conflict, as
 * by default. `merge`: of the styles it alone finds the fewest conflicts.
 */
const CONFIG = `[core]
	bare = false
	attributesFile = /dev/null
	hooksPath = /dev/null
[merge]
	renames = true
	renameLimit = 7000
	directoryRenames = conflict
	conflictStyle = merge
	renormalize = false
	verbosity = 2
[advice]
	submoduleMergeConflict = false
`;

/** `git gc` removes folders of such names in time, should nobody else. */
const PREFIX = 'tmp_objdir-cairn-merge-';
const OWNED = new RegExp(`^${PREFIX}(\\d+)-([0-9a-f]{16})-\\w+$`);

/** Gives a scratch git directory to `work`; nothing of it is left afterwards. What a killed process left goes first. */
export async function withScratch<T>(
  { commonDir, algorithm }: { readonly commonDir: string; readonly algorithm: 'sha1' | 'sha256' },
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  // Beside the objects: on their disk, whatever it is.
  const store = join(commonDir, 'objects');
  await removeDead(store);
  const folder = await mkdtemp(join(store, `${PREFIX}${process.pid}-${ownMark()}-`)).catch(
    (error: unknown) => {
      throw orDiskFull(error, 'git merge-tree');
    },
  );
  try {
    await mkdir(join(folder, 'objects', 'info'), { recursive: true });
    await mkdir(join(folder, 'refs', 'heads'), { recursive: true });
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/.none\n');
    await writeFile(join(folder, 'objects', 'info', 'alternates'), '../..\n');
    await writeFile(join(folder, 'config'), `${CONFIG}${formatOf(algorithm)}`);
    return await work(scratchIn(folder, algorithm));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scratchIn(folder: string, algorithm: 'sha1' | 'sha256'): Scratch {
  return {
    objects: createLooseObjects(folder, algorithm),
    objectsFolder: join(folder, 'objects'),
    branch: (name, commit) => writeFile(join(folder, 'refs', 'heads', name), `${commit}\n`),
    async workingTree(name, files) {
      const cwd = join(folder, name);
      const place = (path: string): Buffer => Buffer.concat([Buffer.from(`${cwd}/`), encodePath(path)]);
      await mkdir(cwd);
      for (const { path, bytes } of files) {
        await mkdir(place(path.slice(0, Math.max(0, path.lastIndexOf('/')))), { recursive: true });
        await writeFile(place(path), bytes);
      }
      return { cwd, env: { GIT_DIR: folder, GIT_WORK_TREE: cwd }, alone: true, writes: 'flushed-later' };
    },
  };
}

const formatOf = (algorithm: 'sha1' | 'sha256'): string =>
  algorithm === 'sha1'
    ? '[core]\n\trepositoryFormatVersion = 0\n'
    : '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = sha256\n';

async function removeDead(store: string): Promise<void> {
  for (const name of await readdir(store)) {
    const [, pid, mark] = OWNED.exec(name) ?? [];
    if (pid === undefined || mark === undefined || ownerOf(Number(pid), mark) !== 'dead') continue;
    // Its git may live on and write there: whoever merges next finds it again.
    await rm(join(store, name), { recursive: true, force: true }).catch(() => {});
  }
}
