import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import {
  isEngineFile,
  phaseFolder,
  sessionFolder,
  statusPath,
  workflowPath,
} from '../../model/names/places.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import type { AtTip, Context, Drive } from '../drive.ts';
import type { Change } from '../ports.ts';
import { clearWay } from './clearWay.ts';
import { isTakenPacket, packetUnderReview } from './layPacket.ts';
import { rescueEdits, type Edited } from './rescueEdits.ts';
import { writeStatusFile } from './statusFile.ts';

/**
 * Writes the engine's files of the tip into the working tree: those that differ from what it shows, where that is known.
 *
 * `workflow.yaml` in the first slot, and a packet under review, are only made where they are missing: an edit of the one is a
 * question for the next resume, of the other for the approval.
 *
 * @param gone files of the engine that were there before, and are not any more
 */
export async function renderFiles(drive: Drive, gone: readonly Asked[] = []): Promise<void> {
  const stale = await notShown(drive);
  await clearWay(drive, wayTo(drive, stale));
  await removeGone(drive, gone);
  await render(drive, stale);
  drive.checkout.shows = drive.record.tree;
  await writeStatusFile(drive, drive.record.status);
  drive.world.reached('checkpoint/files-rendered');
}

/** The same for those that differ between what a working tree stood on and what it stands on now, where others publish meanwhile. */
export async function renderBrought(drive: Drive, changes: readonly Change[]): Promise<void> {
  const { session, checkout } = drive;
  const ours = changes.filter(({ path }) => isEngineFile(session, path));
  if (ours.length === 0) return;
  const stale = await notShown(drive);
  const brought = new Set([...ours.map(({ path }) => path), ...(stale ?? [])]);
  await clearWay(drive, wayTo(drive, brought));
  const gone = ours.filter(({ path, after }) => after === null && path !== statusPath(session));
  await removeGone(
    drive,
    gone.flatMap(({ path, before }) => (before === null ? [] : [{ path, blob: before.blob }])),
  );
  await render(drive, brought);
  if (stale !== null) drive.checkout.shows = drive.record.tree;
  // Others show in the first one how far they are.
  if (checkout.slot !== 1) await writeStatusFile(drive, drive.record.status);
}

/** The files of the engine in which the tip differs from what the working tree shows; null where that is not known. */
async function notShown({ world, session, record, checkout }: Drive): Promise<ReadonlySet<RepoPath> | null> {
  const { shows } = checkout;
  // Until all of them are written.
  checkout.shows = null;
  if (shows === null) return null;
  const changes = await world.repository.changes(shows, record.tree, [sessionFolder(session)]);
  return new Set(changes.map(({ path }) => path));
}

/** Where these files lie; null: all of the session. */
function wayTo(
  { session, record }: Drive,
  paths: ReadonlySet<RepoPath> | null,
): Parameters<typeof clearWay>[1] {
  const { rows } = record.status;
  if (paths === null) return { phases: rows };
  const all = [...paths];
  const holdsAny = (folder: string): boolean => all.some((path) => path.startsWith(`${folder}/`));
  return { phases: rows.filter(({ number, phase }) => holdsAny(phaseFolder(session, number, phase))) };
}

/** What somebody wrote there since is left. */
async function removeGone(drive: Drive, gone: readonly Asked[]): Promise<void> {
  const { world, root, lease } = drive;
  for (const file of gone) {
    const [bytes, onDisk] = await readBoth(drive, file);
    await lease.confirm();
    if (onDisk !== null && sameLines(onDisk, bytes)) await world.files.remove(root, file.path);
  }
}

/** @param only null: all of them */
async function render(drive: Drive, only: ReadonlySet<RepoPath> | null, isFirstLook = true): Promise<void> {
  const { record, world, root, session, checkout } = drive;
  const theirs = packetUnderReview(record);
  const edited: Edited[] = [];
  const stale: Rendered[] = [];
  const listed = await world.repository.list(record.tree, sessionFolder(session));
  const ours = listed.filter(
    (entry) =>
      whyNoFile(entry) === null &&
      isEngineFile(session, entry.path) &&
      entry.path !== statusPath(session) &&
      only?.has(entry.path) !== false,
  );
  const isOnlyMade = (path: RepoPath): boolean =>
    (path === workflowPath(session) && checkout.slot === 1) || path === theirs;
  for (const file of await readAll(drive, ours)) {
    const { path, bytes, onDisk } = file;
    if (onDisk !== null && (isOnlyMade(path) || same(onDisk, bytes))) continue;
    stale.push(file);
    if (onDisk !== null && !sameLines(onDisk, bytes) && !(await isOlder(drive, path, onDisk)))
      edited.push({ path, bytes: onDisk });
  }
  await rescueEdits(drive, edited);
  await drive.lease.confirm();
  for (const { path, bytes, onDisk } of stale)
    if (!(await world.files.replace(root, path, onDisk, bytes))) {
      // Saved since we looked: it is looked at again, once; who saves without end is written over.
      if (isFirstLook) return render(drive, only, false);
      await world.files.write(root, path, bytes);
    }
}

/** A long session has many files; so many of them are read at a time. */
const AT_ONCE = 16;

interface Rendered {
  readonly path: RepoPath;
  /** At the tip. */
  readonly bytes: Uint8Array;
  readonly onDisk: Uint8Array | null;
}

interface Asked {
  readonly path: RepoPath;
  readonly blob: BlobId;
}

async function readAll(drive: Drive, files: readonly Asked[]): Promise<readonly Rendered[]> {
  const read: Rendered[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE)
    read.push(
      ...(await Promise.all(
        files.slice(at, at + AT_ONCE).map(async (file) => {
          const [bytes, onDisk] = await readBoth(drive, file);
          return { path: file.path, bytes, onDisk };
        }),
      )),
    );
  return read;
}

const readBoth = ({ world, root }: Drive, { path, blob }: Asked): Promise<[Uint8Array, Uint8Array | null]> =>
  Promise.all([world.repository.readBlob(blob), world.files.read(root, path)]);

/** Writes the workflow that a person took over, even over an existing file. */
export async function renderWorkflow({ world, lease, root, session }: Context, text: string): Promise<void> {
  await lease.confirm();
  await world.files.write(root, workflowPath(session), text);
}

/**
 * True if the file is a rendering of a checkpoint before the tip, or was taken into the tip from there, and so is nobody's edit.
 * Mostly of the last one; a slot may stand on any: others were published while a phase waited in it.
 */
async function isOlder(
  { world, history, record }: AtTip,
  path: RepoPath,
  onDisk: Uint8Array,
): Promise<boolean> {
  // By parents: a branch that was squashed has a commit there that is no checkpoint.
  for (const { parent } of history) {
    const asked = parent === null ? null : await world.repository.read(parent, path);
    if (asked === null) continue;
    if (sameLines(asked, onDisk) || isTakenPacket(record, { path, asked, onDisk })) return true;
  }
  return false;
}

/** Git may have checked it out with other line ends. */
const sameLines = (a: Uint8Array, b: Uint8Array): boolean => same(a, b) || same(unixLines(a), unixLines(b));

const [CR, LF] = [13, 10];
const unixLines = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== CR || bytes[at + 1] !== LF);

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
