import { createHash } from 'node:crypto';
import { readFile, readlink } from '../../host/disk.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { BlobId } from '../../model/names/ids.ts';
import type { Mode, SavedMeanwhile } from '../../session/ports.ts';
import type { AsideFolder, Moved } from './asideFolder.ts';
import type { ContentLook } from './contentLook.ts';
import { mapBounded, type Place } from './place.ts';

/**
 * Stores what was saved meanwhile as `git add` would, and also its raw bytes if git would not give them back. Only files that
 * git converts take a process each.
 */
export async function storeSaved(
  place: Place,
  aside: AsideFolder,
  saved: readonly { readonly moved: Moved; readonly look: ContentLook }[],
): Promise<readonly SavedMeanwhile[]> {
  return mapBounded(saved, async ({ moved, look }): Promise<SavedMeanwhile> => {
    const file = aside.whereIs(moved);
    const isLink = look.stats.isSymbolicLink();
    const bytes =
      file === null ? null : await (isLink ? readlink(file, { encoding: 'buffer' }) : readFile(file));
    if (bytes === null)
      throw new CairnError('internal/unexpected', { what: `${moved.path} is not where it was moved` });
    const mode: Mode = isLink ? '120000' : (look.stats.mode & 0o111n) === 0n ? '100644' : '100755';
    const plain = isLink || moved.was === moved.blob;
    const blob = plain ? await put(place, bytes) : await cleaned(place, moved.path, bytes);
    const raw =
      plain || blob === null || (await givesBack(place, moved.path, blob, bytes))
        ? null
        : await put(place, bytes);
    return blob === null
      ? { path: moved.path, mode, blob: await put(place, bytes), raw: null }
      : { path: moved.path, mode, blob, raw };
  });
}

const put = async ({ objects }: Place, bytes: Buffer): Promise<BlobId> =>
  (await objects.write('blob', bytes)) as BlobId;

/** Null if a filter of the person's fails; its bytes are then kept raw. */
async function cleaned(place: Place, path: string, bytes: Buffer): Promise<BlobId | null> {
  if (!path.isWellFormed()) return null;
  const { code, out } = await place.git(['hash-object', '-w', `--path=${path}`, '--stdin'], {
    cwd: place.root,
    input: bytes,
    writes: true,
    answers: [0, 1, 128],
  });
  return code === 0 ? (out.toString('latin1').trim() as BlobId) : null;
}

async function givesBack(place: Place, path: string, blob: BlobId, bytes: Buffer): Promise<boolean> {
  const { code, out } = await place.git(['cat-file', '--filters', `--path=${path}`, blob], {
    cwd: place.root,
    answers: [0, 1, 128],
  });
  return code === 0 && hashOf(out) === hashOf(bytes);
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
