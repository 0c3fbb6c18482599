import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { codeOf } from '../host/atomicWrite.ts';
import { cannotWrite, refusedBySystem } from '../host/refusedBySystem.ts';

/** Runs an act on the disk; what the system refuses becomes one of ours, once, at this seam. */
export async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) throw error;
    throw refusedBySystem(error, path) ?? cannotWrite(path, codeOf(error), error);
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
