import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { CairnError } from '../base/cairnError.ts';

/** Below this limit a repository of some hundred files can reach it. */
const AMPLE = 1024;

let limit: number | null | undefined;
let ranOut = false;

/**
 * True if we must count open files: the limit is low, or we have already met it. Otherwise we count nothing, since looking costs
 * a quarter of a millisecond.
 */
export function isTight(): boolean {
  return ranOut || (limitOfFiles() ?? AMPLE) < AMPLE;
}

/** How many more files can be opened right now, at most `most`: the system itself answers. */
export function roomNow(most: number): number {
  const handles: number[] = [];
  try {
    while (handles.length < most) handles.push(openSync(devNull, 'r'));
  } catch {
    // That is the answer.
  }
  for (const handle of handles) closeSync(handle);
  return handles.length;
}

/** A `CairnError` if too many open files are the error or its cause, else null. */
export function tooManyOpen(error: unknown): CairnError<'machine/open-files'> | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (CairnError.is(at, 'machine/open-files')) return at;
    if (!('code' in at) || (at.code !== 'EMFILE' && at.code !== 'ENFILE')) continue;
    ranOut = true;
    return new CairnError('machine/open-files', { limit: limitOfFiles() }, { cause: error });
  }
  return null;
}

/** How many files may be open; null if the system does not say. Node raises the soft limit to the hard one, so there is no more. */
export function limitOfFiles(): number | null {
  limit ??= readLimit();
  return limit;
}

function readLimit(): number | null {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null; // Not Linux, or not even room to look: asked again next time.
  }
}
