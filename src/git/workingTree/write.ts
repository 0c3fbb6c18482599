import { rm, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path/posix';
import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, TreeId } from '../../model/ids.ts';
import type { Change } from '../../session/ports.ts';
import { nulTerminated } from '../bytes.ts';
import { changesBetween } from '../changes.ts';
import type { Passed } from '../gate.ts';
import { composeTree, type Edits } from '../compose.ts';
import { diskKind } from './diskKind.ts';
import type { Flags } from './flags.ts';
import { momentBefore } from './inDoubt.ts';
import { isAttributes } from './isAttributes.ts';
import { parentInTheWay } from './parentInTheWay.ts';
import type { PrivateIndex } from './privateIndex.ts';
import { mapBounded, onDisk, type Place } from './place.ts';
import { POINTERS } from '../pointers.ts';

export type Skipped = readonly { readonly path: RepoPath; readonly why: string }[];

/**
 * Writes the files of `to` over those of `from` on disk, and only where the two differ.
 *
 * Files are unlinked by us and then made by `checkout-index` without `--force`: smudge filters, modes and links are
 * git's work, and whatever appears in the way in between makes git refuse instead of removing it.
 */
export async function writeTree(
  place: Place,
  index: PrivateIndex,
  flags: Flags,
  from: Passed<TreeId>,
  to: Passed<TreeId>,
  only?: readonly RepoPath[],
): Promise<Skipped> {
  const changes = await changesBetween(place.trees, from, to, only);
  await checkObjects(place, changes);
  await index.load(from);
  const skipped: { path: RepoPath; why: string }[] = [];
  // What goes first: a file that becomes a folder, and an old `.gitattributes`, must not be met by what comes.
  await removeFiles(
    place,
    await allowed(
      place,
      flags,
      changes.filter((change) => change.after === null),
      skipped,
    ),
  );
  await index.replace(new Map(changes.map((change) => [change.path, change.after])));
  const written = changes.filter((change) => change.after !== null);
  const moment = momentBefore(place.index);
  // Attributes are read from disk: those that decide about other files stand there before these are written.
  for (const now of [true, false]) {
    const some = written.filter((change) => isAttributes(change.path) === now);
    await makeFiles(place, await allowed(place, flags, some, skipped), skipped);
  }
  const edits: Edits = new Map(changes.map((change) => [change.path, change.after]));
  await index.lookedSince(moment);
  await index.remember(only === undefined ? to : await composeTree(place.trees, place.objects, from, edits));
  return skipped;
}

/** All or nothing begins with having all of it. */
async function checkObjects(place: Place, changes: readonly Change[]): Promise<void> {
  await mapBounded(changes, async ({ after }) => {
    if (after === null || after.mode === '160000') return;
    if ((await place.objects.look(after.blob)) === null)
      throw new CairnError('data/missing-object', { object: after.blob, lastGood: null });
  });
}

/** Those whose place on disk may be written; the others are told. */
async function allowed(
  place: Place,
  flags: Flags,
  changes: readonly Change[],
  skipped: { path: RepoPath; why: string }[],
): Promise<readonly Change[]> {
  const flagged = await flags.read();
  const reasons = await mapBounded(changes, async (change) =>
    flagged.has(change.path) ? 'git was told to leave it alone' : whyNotHere(place, change),
  );
  return changes.filter((change, at) => {
    const why = reasons[at];
    if (typeof why === 'string') skipped.push({ path: change.path, why });
    return why === null;
  });
}

async function whyNotHere(place: Place, { path, before, after }: Change): Promise<string | null> {
  if ((after ?? before)?.mode === '160000') return 'it is a submodule';
  const parent = await parentInTheWay(place.root, path);
  if (parent?.kind === 'link') return `${parent.path} is a link`;
  // To be removed below what is no folder: it is not there, and nothing is to do.
  if (parent !== null) return after === null ? null : `the file ${parent.path} is in the way`;
  const there = (await diskKind(place.root, path))?.kind;
  if (there === 'special') return 'it is not a regular file';
  return there === 'folder' && after !== null ? 'a folder is in the way' : null;
}

async function removeFiles(place: Place, changes: readonly Change[]): Promise<void> {
  const emptied = new Set<string>();
  for (const { path } of changes) {
    await place.fence?.();
    if (await removeFile(place, path)) emptied.add(dirname(path));
  }
  // Deepest first; a folder that still holds something stays, whatever it is.
  for (const folder of [...emptied].sort((left, right) => right.length - left.length))
    await removeEmpty(place, folder);
}

/** True when something was removed. What is a folder by now stays. */
async function removeFile(place: Place, path: RepoPath): Promise<boolean> {
  const parent = await parentInTheWay(place.root, path);
  const there = parent === null ? await diskKind(place.root, path) : null;
  if (there === null || there.kind === 'folder') return false;
  await unlink(onDisk(place.root, path));
  return true;
}

async function removeEmpty(place: Place, folder: string): Promise<void> {
  for (let path = folder; path !== '.' && path !== ''; path = dirname(path)) {
    const removed = await rmdir(onDisk(place.root, path)).then(
      () => true,
      // Not empty, or not ours to remove: it stays, and so do those above it.
      () => false,
    );
    if (!removed) return;
  }
}

/**
 * git stops at the first file whose filter fails. What is missing afterwards is asked for once more with pointers in
 * place of large files (offline, `git-lfs` cannot fetch), then one by one, so that a file costs itself only.
 */
async function makeFiles(
  place: Place,
  changes: readonly Change[],
  skipped: { path: RepoPath; why: string }[],
): Promise<void> {
  for (const { path } of changes) {
    await place.fence?.();
    await rm(onDisk(place.root, path), { force: true });
  }
  let missing: readonly RepoPath[] = changes.map(({ path }) => path);
  let stderr = await checkOut(place, missing, {});
  missing = await absent(place, missing);
  if (missing.length > 0) stderr = await checkOut(place, missing, POINTERS);
  for (const path of await absent(place, missing)) {
    stderr = await checkOut(place, [path], POINTERS);
    const [still] = await absent(place, [path]);
    if (still !== undefined)
      skipped.push({ path, why: stderr.trim().split('\n').at(-1) ?? 'git could not write it' });
  }
}

/** Makes files from the private index; what git said, whether or not it could. */
async function checkOut(
  place: Place,
  paths: readonly RepoPath[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  if (paths.length === 0) return '';
  await place.fence?.();
  const { stderr } = await place.git(['checkout-index', '--index', '-z', '--stdin'], {
    cwd: place.root,
    index: place.index,
    writes: true,
    env,
    input: nulTerminated(paths),
    answers: [0, 1, 128],
  });
  return stderr;
}

async function absent(place: Place, paths: readonly RepoPath[]): Promise<readonly RepoPath[]> {
  const there = await mapBounded(paths, (path) => diskKind(place.root, path));
  return paths.filter((_path, at) => there[at] === null);
}
