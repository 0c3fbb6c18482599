import { dirname } from 'node:path';
import { constants } from 'node:fs';
import { access } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import { cannotWrite, refusedBySystem } from '../host/refusedBySystem.ts';
import { codeOf } from '../host/systemError.ts';

/** Runs an act on the disk; turns what the system refuses into a `CairnError`, here and nowhere else. */
export async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) throw error;
    throw refusedBySystem(error, path) ?? cannotWrite(path, codeOf(error), error);
  }
}

/** The system's word for why a path cannot be written, null if it can. If it does not exist, its folder decides. */
export async function whyNotWritable(path: string): Promise<string | null> {
  try {
    await access(path, constants.W_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' && dirname(path) !== path ? whyNotWritable(dirname(path)) : code;
  }
}
