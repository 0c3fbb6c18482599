import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitId, RefName } from '../model/names/ids.ts';
import type { RefMoved } from '../session/ports.ts';

/**
 * How a ref came to be where it is, oldest first, as far as git's own record on this machine goes. No remote writes it and
 * no fetch brings it. Nothing where git keeps none, or keeps it elsewhere (another store of refs).
 *
 * The file itself and not `git reflog`: that reads every commit, and stops at one that is lost.
 */
export async function readRefMoves(commonDir: string, ref: RefName): Promise<readonly RefMoved[]> {
  const text = await readFile(join(commonDir, 'logs', ref), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [, to, why] = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t]*(?:\t(.*))?$/.exec(line) ?? [];
    return to === undefined ? [] : [{ to: to as CommitId, why: why ?? '' }];
  });
}
