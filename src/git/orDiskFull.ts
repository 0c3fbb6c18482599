import { CairnError } from '../base/cairnError.ts';

/**
 * What the system said to one of our own writes: a full disk is told as git tells it (`errors.ts`), anything else as it is.
 *
 * @param what was being written, for people
 */
export function orDiskFull(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new CairnError('git/disk-full', { command: what }, { cause: error });
}
