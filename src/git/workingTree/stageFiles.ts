import { join } from 'node:path';
import { lstat, mkdir, rm, writeFile } from '../../host/disk.ts';
import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import type { Change } from '../../session/ports.ts';
import { nulTerminated } from '../bytes.ts';
import { POINTERS } from '../pointers.ts';
import { mapBounded, onDisk, type Place } from './place.ts';
import type { Left } from './whyNotHere.ts';

/** Complete files as a checkout makes them, in a folder of ours: the working tree is untouched. */
export interface Staged {
  at(path: RepoPath): string | Buffer;
  /** git could not make these. */
  readonly unmade: readonly Left[];
}

/**
 * Has git make files from the private index below `folder`, with smudge filters, modes and links.
 *
 * Git stops at the first file whose filter fails. Retries the missing ones with pointers in place of large files (offline,
 * `git-lfs` cannot fetch), then one by one, so that a failing file affects only itself.
 *
 * @param raw files that get the bytes of a blob verbatim
 */
export async function stageFiles(
  place: Place,
  folder: string,
  changes: readonly Change[],
  raw: ReadonlyMap<RepoPath, BlobId>,
): Promise<Staged> {
  await rm(folder, { recursive: true, force: true });
  const all = changes.map(({ path }) => path);
  const unmade: Left[] = [];
  const checkOut = (paths: readonly RepoPath[], env: Readonly<Record<string, string>>): Promise<string> =>
    checkOutInto(place, folder, paths, env);
  if (all.length > 0) await mkdir(folder, { recursive: true });
  let stderr = await checkOut(all, {});
  let missing = await absent(folder, all);
  if (missing.length > 0) stderr = await checkOut(missing, POINTERS);
  missing = await absent(folder, missing);
  for (const path of missing) {
    stderr = await checkOut([path], POINTERS);
    const [still] = await absent(folder, [path]);
    if (still !== undefined)
      unmade.push({ path, why: stderr.trim().split('\n').at(-1) ?? 'git could not write it' });
  }
  for (const path of all) {
    const blob = raw.get(path);
    const isFile = blob !== undefined && (await kindAt(folder, path)) === 'file';
    if (isFile) await writeFile(onDisk(folder, path), (await place.objects.read(blob)).bytes);
  }
  return { at: (path) => onDisk(folder, path), unmade };
}

/** Git's messages, whether or not it succeeded. */
async function checkOutInto(
  place: Place,
  folder: string,
  paths: readonly RepoPath[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  if (paths.length === 0) return '';
  await place.fence?.();
  const { stderr } = await place.git(['checkout-index', `--prefix=${join(folder, '/')}`, '-z', '--stdin'], {
    cwd: place.root,
    index: place.index,
    writes: true,
    env,
    input: nulTerminated(paths),
    answers: [0, 1, 128],
  });
  return stderr;
}

async function absent(folder: string, paths: readonly RepoPath[]): Promise<readonly RepoPath[]> {
  const there = await mapBounded(paths, (path) => kindAt(folder, path));
  return paths.filter((_path, at) => there[at] === null);
}

const kindAt = (folder: string, path: RepoPath): Promise<'file' | 'other' | null> =>
  lstat(onDisk(folder, path)).then(
    (found) => (found.isFile() ? 'file' : 'other'),
    () => null,
  );
