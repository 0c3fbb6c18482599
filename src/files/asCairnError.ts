import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { codeOf } from '../host/atomicWrite.ts';
import { tooManyOpen } from '../host/fileLimit.ts';

/** Runs an act on the disk; what the system refuses becomes one of ours, once, at this seam. */
export async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) throw error;
    const full = tooManyOpen(error);
    if (full !== null) throw full;
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new CairnError(
        'machine/no-space',
        { folder: dirname(path), free: await freeBytes(path), needed: 0 },
        { cause: error },
      );
    }
    throw new CairnError('machine/cannot-write', { path, why: code }, { cause: error });
  }
}

/** Bytes that this user may still write where `path` is or would be; 0 where the system does not say. */
export async function freeBytes(path: string): Promise<number> {
  for (let at = path; ; at = dirname(at)) {
    const found = await statfs(at).catch(() => null);
    if (found !== null) return found.bavail * found.bsize;
    if (dirname(at) === at) return 0;
  }
}

/** Of what is not there the folder above decides: it would be made in that. */
export async function whyNotWritable(path: string): Promise<string | null> {
  try {
    await access(path, constants.W_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' && dirname(path) !== path ? whyNotWritable(dirname(path)) : code;
  }
}
