import { CairnError } from '../../base/cairnError.ts';
import { encodePath } from '../bytes.ts';
import { beginGit } from '../beginGit.ts';
import type { Edits } from '../compose.ts';
import { isFilterFailure } from '../errors.ts';
import { guardedIn } from './inDoubt.ts';
import { datedBefore } from './indexTime.ts';
import type { Place } from './place.ts';

/** For a load without anything to do first. */
export const atOnce = async (): Promise<void> => {};

type Indexed = Pick<Place, 'program' | 'root' | 'index' | 'zero'>;

/** Replaces, adds or removes entries of an index, without stat data of their files. `first` as in {@link PrivateIndex}. */
export async function putEntries<T>(
  { program, root, index, zero }: Indexed,
  entries: Edits,
  first: () => Promise<T>,
): Promise<T> {
  if (entries.size === 0) return first();
  const before = first();
  // After what comes first: that may start a git of its own, and is waited for.
  const git = beginGit(program, ['update-index', '-z', '--index-info'], { cwd: root, index, writes: true });
  try {
    const answer = await before;
    await git.finish(linesOf(entries, zero));
    return answer;
  } finally {
    await git.cancel();
  }
}

function linesOf(entries: Edits, zero: string): Buffer {
  const lines: Buffer[] = [];
  const add = (head: string, path: string): number =>
    lines.push(Buffer.from(`${head}\t`), encodePath(path), Buffer.from([0]));
  // Deletions first, so that files and folders can change places.
  for (const [path, entry] of entries) if (entry === null) add(`0 ${zero}`, path);
  for (const [path, entry] of entries) if (entry !== null) add(`${entry.mode} ${entry.blob}`, path);
  return Buffer.concat(lines);
}

/**
 * The same for a private index, whose time says from when on git knew its files (`indexTime.ts`). Answers what was put, too.
 *
 * Git compares what that guards before it writes. Where a filter fails then, these entries lose their stat data instead.
 */
export async function putDated<T>(
  place: Indexed,
  entries: Edits,
  first: () => Promise<T>,
): Promise<{ readonly answer: T; readonly put: Edits }> {
  let begun: Promise<T> | null = null;
  const once = (): Promise<T> => (begun ??= first());
  const write = async (put: Edits): Promise<{ readonly answer: T; readonly put: Edits }> => {
    const { answer } = await datedBefore(place.index, () => putEntries(place, put, once));
    return { answer, put };
  };
  try {
    return await write(entries);
  } catch (error) {
    if (!CairnError.is(error, 'git/failed') || !isFilterFailure(error.details.stderr)) throw error;
    return write(new Map([...(await guardedIn(place.index, place.zero.length / 2)), ...entries]));
  }
}
