import { LONGEST_LINE, trimmed, type CommandLine, type PastCommand, type ShellReader } from './line.ts';

/** Folders in which a shell may stand, from the root of the working tree, or absolute; the root is the empty text. */
export type Places = ReadonlySet<string>;

/** More than these nobody has in mind, and each looks at each path of a line. */
export const MOST_PLACES = 64;

/** So many words that lead somewhere are followed in lines of before. */
const MOST_WAYS = 1_000;

/** What changes the shell that does it: all its later lines may mean something else. */
const CHANGES: ReadonlySet<string> = new Set(
  '. alias bind builtin chdir command declare enable eval exec export function getopts hash let local mapfile popd printf pushd read readarray readonly set shopt source trap typeset umask unalias unset'.split(
    ' ',
  ),
);

/** False for a path that goes up: links decide where that leads, and a shell and a program do not agree on it. */
export const isStraight = (path: string): boolean => !path.split('/').includes('..');

/** A path as a program sees it that stands in a place. */
export function seenFrom(place: string, path: string, root: string): string {
  const isBelow = path === root || path.startsWith(`${root}/`);
  if (path.startsWith('/') && !isBelow) return path;
  const names = (isBelow ? path.slice(root.length) : path).split('/').filter(isName);
  return [...(place === '' || isBelow ? [] : [place]), ...names].join('/');
}

const isName = (name: string): boolean => name !== '' && name !== '.';

/** Where a `cd` with these words goes; null if only the shell knows. */
export function wayOf(words: PastCommand): string | null {
  const [, way] = words;
  if (words.length !== 2 || typeof way !== 'string') return null;
  return way === '' || /^[-~\0]/.test(way) || !isStraight(way) ? null : way;
}

/** Where a shell may stand after it was told to go there: that may have failed, too. */
export const placesBeyond = (places: Places, way: string, root: string): Places =>
  new Set([...places, ...[...places].map((place) => seenFrom(place, way, root))]);

/** Where a line may be run, by those that its shell has had before. Null: nobody knows, or they have changed the shell. */
export function placesOf(
  { cwd, ran }: Pick<CommandLine, 'cwd' | 'ran'>,
  { root, checks }: { readonly root: string; readonly checks: ReadonlySet<string> },
  shell: Pick<ShellReader, 'readPast'>,
): Places | null {
  if (ran === null || (cwd !== null && !isStraight(cwd))) return null;
  let places: Places = new Set([cwd === null ? '' : seenFrom('', cwd, root)]);
  let followed = 0;
  for (const line of ran) {
    const ways = waysOf(line, checks.has(trimmed(line)), shell);
    if (ways === null || (followed += ways.length) > MOST_WAYS) return null;
    for (const way of ways) {
      places = placesBeyond(places, way, root);
      if (places.size > MOST_PLACES) return null;
    }
  }
  return places;
}

/** Where a line went, one after the other. A check may change its shell: it is what the workflow says. */
function waysOf(
  line: string,
  isCheck: boolean,
  { readPast }: Pick<ShellReader, 'readPast'>,
): readonly string[] | null {
  if (line.length > LONGEST_LINE) return null;
  const commands = readPast(line);
  if (commands === null) return isCheck && !/\b(?:cd|chdir|pushd|popd)\b/.test(line) ? [] : null;
  const ways: string[] = [];
  for (const words of commands) {
    const [program] = words;
    if (program === 'cd') {
      const way = wayOf(words);
      if (way === null) return null;
      ways.push(way);
    } else if (typeof program !== 'string' ? !isCheck : CHANGES.has(program) && !isCheck) return null;
  }
  return ways;
}

/** True if a program may be found where agents write: a part of `PATH` is in the working tree, or not absolute. */
export function searchesBelow(path: string, root: string): boolean {
  if (path === '') return false;
  return path.split(':').some((folder) => {
    const below = seenFrom('', folder, root);
    // Our own launcher lies in git's folder, where nobody writes without asking.
    return (
      !folder.startsWith('/') || !isStraight(folder) || (!below.startsWith('/') && !below.startsWith('.git/'))
    );
  });
}
