import { lstatSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { holdFolder } from '../../host/heldFolder.ts';
import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import { ASIDE_FOLDER } from '../../model/names/temporaryName.ts';
import type { SavedMeanwhile } from '../../session/ports.ts';
import type { AsideFolder, Moved } from './asideFolder.ts';
import { isUntouched, lookAtContent, type ContentLook } from './contentLook.ts';
import { folderOf } from './folderOf.ts';
import { storeSaved } from './storeSaved.ts';
import type { Place } from './place.ts';
import { putInPlace } from './putInPlace.ts';

type Keep = (saved: readonly SavedMeanwhile[]) => Promise<ReadonlySet<RepoPath>>;

/** How often to wait for a process that keeps saving into a file that was moved aside. */
const MOST_ROUNDS = 20;

/**
 * Releases what was moved aside. First keeps whatever differs from its capture, then checks it again.
 *
 * @param keep answers what cannot be kept, which goes back to its place; null gives all of it up
 * @returns files that could neither be kept nor go back: they stay where they were moved
 */
export async function release(
  place: Place,
  aside: AsideFolder,
  keep: Keep | null,
): Promise<readonly string[]> {
  if (keep !== null) await keepAll(place, aside, keep);
  await place.fence?.();
  return removeAll(aside);
}

async function keepAll(place: Place, aside: AsideFolder, keep: Keep): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const saved = await savedNow(place, aside);
    if (saved.length === 0) break;
    await place.fence?.();
    const refused = await keep(await storeSaved(place, aside, saved));
    for (const { moved, look } of saved) {
      if (refused.has(moved.path)) await giveBack(place, aside, moved);
      else moved.kept = look.id;
    }
  }
}

/** Files that neither match their capture nor were kept yet, and that are nowhere else. */
async function savedNow(
  place: Place,
  aside: AsideFolder,
): Promise<readonly { readonly moved: Moved; readonly look: ContentLook }[]> {
  const saved: { readonly moved: Moved; readonly look: ContentLook }[] = [];
  for (const moved of aside.moved.filter(({ stuck }) => !stuck)) {
    const look = await lookAgain(place, aside, moved);
    if (look === null || look.id === moved.was || look.id === moved.kept) continue;
    if (!(await isInItsPlace(place, moved.path, look))) saved.push({ moved, look });
  }
  return saved;
}

/**
 * True if the same lies where it was moved from: a write that was cut off had put there what the next one puts there again,
 * and no capture had looked at it.
 */
async function isInItsPlace(place: Place, path: RepoPath, look: ContentLook): Promise<boolean> {
  const root = holdFolder(place.root);
  const { held, name } = folderOf(root, path, false);
  try {
    if (held.kind !== 'held') return false;
    const there = await lookAtContent(held.folder.in(name), place.zero.length);
    return there?.id === look.id && there.stats.mode === look.stats.mode;
  } finally {
    if (held.kind === 'held') held.folder.close();
    root.close();
  }
}

function removeAll(aside: AsideFolder): readonly string[] {
  const stuck: string[] = [];
  for (const moved of aside.moved) {
    const file = aside.whereIs(moved);
    if (file !== null && moved.stuck) stuck.push(file.toString());
    else if (file !== null) removeMoved(file);
  }
  if (stuck.length === 0) aside.clear();
  return stuck;
}

/**
 * Puts back what a dead process had moved aside, where nothing is in its place; answers those paths. `release` compares the
 * rest.
 */
export function putBackCutOff(place: Place, aside: AsideFolder): readonly RepoPath[] {
  const back: RepoPath[] = [];
  const unwritten = aside.moved.filter(({ written }) => !written);
  if (unwritten.length === 0) return back;
  const root = holdFolder(place.root);
  try {
    for (const moved of unwritten) {
      const file = aside.whereIs(moved);
      if (file === null) continue;
      const { held, name } = folderOf(root, moved.path, true);
      if (held.kind !== 'held') continue;
      try {
        const isFree = lstatSync(held.folder.in(name), { throwIfNoEntry: false }) === undefined;
        if (!isFree || !putInPlace(file, held.folder, name, moved.path)) continue;
        removeMoved(file);
        back.push(moved.path);
      } finally {
        held.folder.close();
      }
    }
  } finally {
    root.close();
  }
  return back;
}

/** Reads again only what somebody may have written. Null if it was not moved, or went back. */
async function lookAgain(place: Place, aside: AsideFolder, moved: Moved): Promise<ContentLook | null> {
  const file = aside.whereIs(moved);
  if (file === null) return null;
  const now = lstatSync(file, { bigint: true });
  if (moved.look === null || !isUntouched(moved.look, now))
    moved.look = await lookAtContent(file, place.zero.length);
  return moved.look;
}

/** Replaces what was put there, which is in a tree, unless somebody saved a file of their own. */
async function giveBack(place: Place, aside: AsideFolder, moved: Moved): Promise<void> {
  const file = aside.whereIs(moved);
  const root = holdFolder(place.root);
  const { held, name } = folderOf(root, moved.path, true);
  try {
    if (file === null || held.kind !== 'held') return;
    const there = await lookAtContent(held.folder.in(name), place.zero.length);
    const ours = aside.placed(moved.path);
    if (there !== null && ours?.ino === there.stats.ino && ours.mtimeNs === there.stats.mtimeNs) {
      const { id, stats } = there;
      aside.note([
        { path: moved.path, mode: moved.mode, blob: id as BlobId, was: id, look: { ...there, stats } },
      ]);
      const entry = aside.entry(moved.path);
      if (entry !== null) aside.take(entry, held.folder, name);
    }
    if (putInPlace(file, held.folder, name, moved.path)) aside.forget(moved);
    else moved.stuck = true;
  } finally {
    if (held.kind === 'held') held.folder.close();
    root.close();
  }
}

/** A folder beside goes with its last file. */
function removeMoved(file: string | Buffer): void {
  rmSync(file, { force: true });
  const bytes = Buffer.from(file);
  const folder = bytes.subarray(0, bytes.lastIndexOf('/'));
  if (!folder.toString('latin1').endsWith(`/${ASIDE_FOLDER}`)) return;
  try {
    if (readdirSync(folder).some((name) => name !== '.gitignore')) return;
    rmSync(Buffer.concat([folder, Buffer.from('/.gitignore')]), { force: true });
    rmdirSync(folder);
    // Could not go when it was emptied, because of another file.
    rmdirSync(folder.subarray(0, folder.lastIndexOf('/')));
  } catch {
    // Somebody else removed it, or put something in.
  }
}
