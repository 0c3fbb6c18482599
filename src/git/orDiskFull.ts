import { CairnError } from '../base/cairnError.ts';

/**
 * Maps an error of one of our own writes: a full disk as for git (`errors.ts`), anything else unchanged.
 *
 * @param names what was being written, for people
 */
export function orDiskFull(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new CairnError('git/disk-full', { command: what }, { cause: error });
}
