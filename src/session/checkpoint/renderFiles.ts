import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder, statusPath, workflowPath } from '../../model/names/places.ts';
import { whyNoFile } from '../../model/names/whyNoFile.ts';
import type { AtTip, Context, Drive } from '../drive.ts';
import { clearWay } from './clearWay.ts';
import { isTakenPacket, packetUnderReview } from './layPacket.ts';
import { rescueEdits, type Edited } from './rescueEdits.ts';
import { writeStatusFile } from './statusFile.ts';

/**
 * Writes the engine's files of the tip into the working tree.
 *
 * `workflow.yaml` and a packet under review are only made where they are missing: an edit of the one is a question for
 * the next resume, of the other for the approval.
 */
export async function renderFiles(drive: Drive, isFirstLook = true): Promise<void> {
  const { record, world, root, session } = drive;
  await clearWay(drive, 'all');
  const theirs = packetUnderReview(record);
  const edited: Edited[] = [];
  const stale: Rendered[] = [];
  const listed = await world.repository.list(record.tree, sessionFolder(session));
  const ours = listed.filter(
    (entry) =>
      whyNoFile(entry) === null && isEngineFile(session, entry.path) && entry.path !== statusPath(session),
  );
  const isOnlyMade = (path: RepoPath): boolean => path === workflowPath(session) || path === theirs;
  for (const file of await readBoth(drive, ours)) {
    const { path, bytes, onDisk } = file;
    if (onDisk !== null && (isOnlyMade(path) || same(onDisk, bytes))) continue;
    stale.push(file);
    if (onDisk !== null && !(await isOlder(drive, path, onDisk))) edited.push({ path, bytes: onDisk });
  }
  await rescueEdits(drive, edited);
  await drive.lease.confirm();
  for (const { path, bytes, onDisk } of stale)
    if (!(await world.files.replace(root, path, onDisk, bytes))) {
      // Saved since we looked: it is looked at again, once; who saves without end is written over.
      if (isFirstLook) return renderFiles(drive, false);
      await world.files.write(root, path, bytes);
    }
  await writeStatusFile(drive, record.status);
  world.reached('checkpoint/files-rendered');
}

/** A long session has many files; so many of them are read at a time. */
const AT_ONCE = 16;

interface Rendered {
  readonly path: RepoPath;
  /** At the tip. */
  readonly bytes: Uint8Array;
  readonly onDisk: Uint8Array | null;
}

async function readBoth(
  { world, root }: Drive,
  files: readonly { readonly path: RepoPath; readonly blob: BlobId }[],
): Promise<readonly Rendered[]> {
  const read: Rendered[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE)
    read.push(
      ...(await Promise.all(
        files.slice(at, at + AT_ONCE).map(async ({ path, blob }) => {
          const [bytes, onDisk] = await Promise.all([
            world.repository.readBlob(blob),
            world.files.read(root, path),
          ]);
          return { path, bytes, onDisk };
        }),
      )),
    );
  return read;
}

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
    if (same(asked, onDisk) || isTakenPacket(record, { path, asked, onDisk })) return true;
  }
  return false;
}

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
