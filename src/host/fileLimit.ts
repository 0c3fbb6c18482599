import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { CairnError } from '../base/cairnError.ts';

/** Below this a repository of some hundred files can come to the end of it. */
const AMPLE = 1024;

let limit: number | null | undefined;
let ranOut = false;

/**
 * True where files that are open at once must be counted: the limit is low, or was met already. Elsewhere nothing is counted,
 * as looking costs a quarter of a millisecond.
 */
export function isTight(): boolean {
  return ranOut || (limitOfFiles() ?? AMPLE) < AMPLE;
}

/** How many more files can be opened right now, as the system itself answers; `most` is enough. */
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

/** The error as one of ours where it, or what caused it, is that too many files are open; null: it is another one. */
export function tooManyOpen(error: unknown): CairnError<'machine/open-files'> | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (CairnError.is(at, 'machine/open-files')) return at;
    if (!('code' in at) || (at.code !== 'EMFILE' && at.code !== 'ENFILE')) continue;
    ranOut = true;
    return new CairnError('machine/open-files', { limit: limitOfFiles() }, { cause: error });
  }
  return null;
}

/** Node has raised the soft limit to the hard one when it began: what is left is all there is. Null: the system does not say. */
export function limitOfFiles(): number | null {
  limit ??= readLimit();
  return limit;
}

function readLimit(): number | null {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null; // Not Linux, or there is not even room to look: asked again.
  }
}
