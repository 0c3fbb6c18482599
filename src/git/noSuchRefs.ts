import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../host/systemError.ts';

/** In them a pattern says what it seems to say. Others than these are shared by all working trees, and git's. */
const PLAIN = /^refs\/(?:heads|remotes|cairn)\/[A-Za-z0-9_*/-]*$/;

/** From there on git itself is as fast. */
const MOST_ENTRIES = 500;
const MOST_PACKED = 512 * 1024;

/**
 * True where git's own files say that `for-each-ref` would find nothing for these patterns: most sessions are on no remote, and most
 * repositories have no session. False where there may be something, and where only git can tell.
 *
 * @param names there is no ref of exactly such a name, whatever is below it
 */
export function noSuchRefs(
  commonDir: string,
  patterns: readonly string[],
  names: readonly string[] = [],
): boolean {
  const all = [...patterns, ...names];
  if (!all.every((pattern) => PLAIN.test(pattern))) return false;
  try {
    // Another ref store, or no repository any more.
    if (existsSync(join(commonDir, 'reftable')) || !existsSync(join(commonDir, 'HEAD'))) return false;
    const wanted = patterns.map(matcher);
    const isWanted = (name: string): boolean =>
      names.includes(name) || wanted.some((pattern) => pattern.test(name));
    // Git packs refs and removes their files after that, so those are looked at first.
    const looked = { entries: 0 };
    const folders = new Set(patterns.map((pattern) => pattern.replace(/\/[^/]*(?:\*.*)?$/, '')));
    return (
      !names.some((name) => isFileOrOdd(join(commonDir, name))) &&
      [...folders].every((folder) => isNoneIn(commonDir, folder, isWanted, looked)) &&
      !isPacked(commonDir, isWanted)
    );
  } catch {
    // Unreadable, or one is in the place of a folder: git says what that means.
    return false;
  }
}

/** As `for-each-ref` matches: with stars a whole name, without them also what is below it. */
const matcher = (pattern: string): RegExp => {
  const name = pattern
    .replace(/\/$/, '')
    .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${name}${pattern.includes('*') ? '$' : '(?:/|$)'}`);
};

function isNoneIn(
  commonDir: string,
  folder: string,
  isWanted: (name: string) => boolean,
  looked: { entries: number },
): boolean {
  for (const entry of entriesOf(join(commonDir, folder))) {
    looked.entries += 1;
    const name = `${folder}/${entry.name}`;
    if (looked.entries > MOST_ENTRIES || entry.isSymbolicLink()) return false;
    if (entry.isDirectory() ? !isNoneIn(commonDir, name, isWanted, looked) : isWanted(name)) return false;
  }
  return true;
}

/** A ref has a file of its name, unless it is packed; names below it make a folder of it. */
const isFileOrOdd = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return [];
  }
}

function isPacked(commonDir: string, isWanted: (name: string) => boolean): boolean {
  const file = join(commonDir, 'packed-refs');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size > MOST_PACKED) return size > 0;
  return readFileSync(file, 'latin1')
    .split('\n')
    .some((line) => isWanted(line.slice(line.indexOf(' ') + 1)));
}
