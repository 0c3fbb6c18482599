import { join } from 'node:path';
import { readFile } from '../host/disk.ts';
import type { CommitId, RefName } from '../model/names/ids.ts';
import type { RefMoved } from '../session/ports.ts';

/**
 * The moves of a ref, oldest first, as far as this machine's reflog goes. No remote writes it and no fetch brings it. Empty if
 * git keeps none, or keeps it in another ref store.
 *
 * Reads the file itself: `git reflog` reads every commit, and stops at a missing one.
 */
export async function readRefMoves(commonDir: string, ref: RefName): Promise<readonly RefMoved[]> {
  const text = await readFile(join(commonDir, 'logs', ref), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [, to, why] = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t]*(?:\t(.*))?$/.exec(line) ?? [];
    return to === undefined ? [] : [{ to: to as CommitId, why: why ?? '' }];
  });
}
