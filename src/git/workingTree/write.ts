import { lstatSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { setImmediate } from 'node:timers/promises';
import { CairnError } from '../../base/cairnError.ts';
import { holdFolder, type HeldFolder, type Name } from '../../host/heldFolder.ts';
import type { BlobId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Change, Written } from '../../session/ports.ts';
import { changesBetween } from '../changes.ts';
import type { Passed } from '../gate.ts';
import { composeTree, type Edits } from '../compose.ts';
import { entryOf, FOLDER } from '../trees.ts';
import type { AsideFolder } from './asideFolder.ts';
import { whatWasCaptured } from './captured.ts';
import type { Flags } from './flags.ts';
import { folderOf } from './folderOf.ts';
import { isAttributes } from './isAttributes.ts';
import { expectTree, type PrivateIndex } from './privateIndex.ts';
import { mapBounded, type Place } from './place.ts';
import { putInPlace } from './putInPlace.ts';
import type { Specials } from './specials.ts';
import { stageFiles, type Staged } from './stageFiles.ts';
import { unlikeOnDisk } from './unlike.ts';
import { allowed, refuseOutside, whyBlocked, type Left } from './whyNotHere.ts';

/** The parts that a write works with. */
export interface Writing {
  readonly place: Place;
  readonly index: PrivateIndex;
  readonly flags: Flags;
  readonly aside: AsideFolder;
  readonly specials: Pick<Specials, 'tracks'>;
}

/** The progress of one write. */
interface Progress extends Writing {
  readonly root: HeldFolder;
  readonly skipped: Left[];
  readonly unmade: RepoPath[];
  readonly stayed: RepoPath[];
}

const NO_RAW: ReadonlyMap<RepoPath, BlobId> = new Map();

/**
 * Writes the files of `to` over those of `from` on disk, only where they differ.
 *
 * Overwrites nothing: moves what is in the way aside, and puts complete new files where nothing is left. `release.ts` later
 * compares what was moved with `from`.
 *
 * @param raw files that get the bytes of a blob verbatim, even if the two trees do not differ there
 */
export async function writeTree(
  writing: Writing,
  from: Passed<TreeId>,
  to: Passed<TreeId>,
  only?: readonly RepoPath[],
  raw = NO_RAW,
): Promise<Written> {
  const { place, index, aside, specials } = writing;
  const changes = await withRaw(place, await changesBetween(place.trees, from, to, only), { from, to, raw });
  refuseOutside(changes);
  await checkObjects(place, changes);
  specials.tracks(await expectTree(place, index, from));
  specials.tracks(changes.map(({ path }) => path));
  const edits: Edits = new Map(changes.map(({ path, after }) => [path, after]));
  const seen = await whatWasCaptured(place, index, changes);
  const unlike = await unlikeOnDisk(place, seen);
  aside.note(seen);
  place.step?.('noted');
  const root = holdFolder(place.root);
  const progress: Progress = { ...writing, root, skipped: [], unmade: [], stayed: [] };
  try {
    // Before any file is moved: where the index cannot be written, nothing is to be put back.
    await index.replace(edits);
    // Removals first: new files must not meet a file that becomes a folder, or an old `.gitattributes`.
    await removeFiles(
      progress,
      changes.filter(({ after }) => after === null),
    );
    const come = changes.filter(({ after }) => after !== null);
    // Git reads attributes from disk, so these come before the files they apply to.
    for (const now of [true, false])
      await makeFiles(
        progress,
        come.filter(({ path }) => isAttributes(path) === now),
        raw,
      );
  } finally {
    root.close();
  }
  aside.end();
  await index.remember(only === undefined ? to : await composeTree(place.trees, place.objects, from, edits));
  const { skipped, unmade, stayed } = progress;
  return { skipped, unmade, stayed, unlike };
}

async function withRaw(
  { trees }: Place,
  changes: readonly Change[],
  {
    from,
    to,
    raw,
  }: { readonly from: TreeId; readonly to: TreeId; readonly raw: ReadonlyMap<RepoPath, BlobId> },
): Promise<readonly Change[]> {
  const known = new Set<string>(changes.map(({ path }) => path));
  const missing = [...raw.keys()].filter((path) => !known.has(path));
  if (missing.length === 0) return changes;
  const also = missing.map(async (path) => {
    const [before, after] = await Promise.all([trees.find(from, path), trees.find(to, path)]);
    return { path, before, after };
  });
  const same = (await Promise.all(also)).flatMap(({ path, before, after }): Change[] => {
    if (before?.id !== after?.id || after === null || after.mode === FOLDER) return [];
    const { mode, blob } = entryOf(after, path);
    return [{ path, kind: 'modified', before: { mode, blob }, after: { mode, blob } }];
  });
  return [...changes, ...same];
}

/** All or nothing: check first that every object is there. */
async function checkObjects(place: Place, changes: readonly Change[]): Promise<void> {
  await mapBounded(changes, async ({ after }) => {
    if (after === null || after.mode === '160000') return;
    if ((await place.objects.look(after.blob)) === null)
      throw new CairnError('data/missing-object', { object: after.blob, lastGood: null });
  });
}

async function removeFiles(progress: Progress, changes: readonly Change[]): Promise<void> {
  const { place, flags, skipped } = progress;
  const emptied = new Set<string>();
  await eachInTurn(place, await allowed(place, flags, changes, skipped), (change) => {
    if (swap(progress, change, null)) emptied.add(dirname(change.path));
  });
  // Deepest first; a folder that is not empty stays.
  for (const folder of [...emptied].sort((left, right) => right.length - left.length))
    removeEmpty(progress.root, folder);
}

function removeEmpty(root: HeldFolder, folder: string): void {
  for (let path = folder; path !== '.' && path !== ''; path = dirname(path)) {
    const { held, name } = folderOf(root, path, false);
    if (held.kind !== 'held') return;
    try {
      rmdirSync(held.folder.in(name));
    } catch {
      // Not empty, or not removable: it stays, and so do those above it.
      return;
    } finally {
      held.folder.close();
    }
  }
}

async function makeFiles(
  progress: Progress,
  changes: readonly Change[],
  raw: ReadonlyMap<RepoPath, BlobId>,
): Promise<void> {
  if (changes.length === 0) return;
  const { place, flags, aside, skipped, unmade } = progress;
  const free = await allowed(place, flags, changes, skipped);
  const staged = await stageFiles(place, aside.stage, free, raw);
  skipped.push(...staged.unmade);
  unmade.push(...staged.unmade.map(({ path }) => path));
  const missing = new Set<string>(unmade);
  await eachInTurn(
    place,
    free.filter(({ path }) => !missing.has(path)),
    (change) => {
      swap(progress, change, staged);
    },
  );
}

/** Small enough batches for heartbeats and a stop in between. */
const IN_A_ROW = 64;

async function eachInTurn<T>(place: Place, items: readonly T[], act: (item: T) => void): Promise<void> {
  for (const [at, item] of items.entries()) {
    await place.fence?.();
    if (at % IN_A_ROW === IN_A_ROW - 1) await setImmediate();
    act(item);
  }
}

/** Moves what is there aside and puts the new file in its place, with no wait in between. False if nothing was moved. */
function swap(progress: Progress, { path, after }: Change, staged: Staged | null): boolean {
  const { held, name } = folderOf(progress.root, path, after !== null);
  if (held.kind === 'nothing') return false;
  if (held.kind === 'held') {
    try {
      return swapIn(progress, path, { folder: held.folder, name }, staged);
    } finally {
      held.folder.close();
    }
  }
  const parent = path.split('/').slice(0, held.part).join('/');
  const why = whyBlocked(parent, held.by, after === null);
  if (why !== null) progress.skipped.push({ path, why });
  return false;
}

interface Spot {
  readonly folder: HeldFolder;
  readonly name: Name;
}

function swapIn(progress: Progress, path: RepoPath, spot: Spot, staged: Staged | null): boolean {
  const { aside, place, skipped, stayed } = progress;
  const there = lstatSync(spot.folder.in(spot.name), { throwIfNoEntry: false });
  if (there?.isDirectory() === true) {
    if (staged !== null) skipped.push({ path, why: 'a folder is in the way' });
    return false;
  }
  const noted = aside.entry(path);
  // Somebody made it since we looked: it is theirs.
  if (there !== undefined && noted === null) {
    stayed.push(path);
    return false;
  }
  const moved = noted !== null && aside.take(noted, spot.folder, spot.name);
  if (moved) place.step?.('moved');
  if (staged === null) return moved;
  if (putStaged(aside, staged.at(path), spot, path)) place.step?.('placed');
  else stayed.push(path);
  return moved;
}

function putStaged(aside: AsideFolder, file: Name, { folder, name }: Spot, path: RepoPath): boolean {
  const stats = lstatSync(file, { bigint: true });
  if (!putInPlace(file, folder, name, path)) return false;
  aside.place(path, stats);
  return true;
}
