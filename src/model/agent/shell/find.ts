const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Tests and acts of `find` that only look. Left out: what writes, deletes, runs, follows links or names further files. */
const WITH_VALUE = words(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -perm -printf -links',
);
const ALONE = words(
  '-print -print0 -ls -prune -empty -not -a -and -o -or ( ) ! -depth -executable -readable -writable -true -false -quit -mount -xdev',
);
/** What begins an expression, besides what looks like an option. */
const SIGNS = words('( ) !');

/** Where a `find` looks; null if it may do more than look. */
export function findPaths(all: readonly string[]): readonly string[] | null {
  const first = all.findIndex((word) => word.startsWith('-') || SIGNS.has(word));
  const paths = first === -1 ? all : all.slice(0, first);
  const expression = all.slice(paths.length);
  for (let at = 0; at < expression.length; at += 1) {
    const word = expression[at] ?? '';
    if (ALONE.has(word)) continue;
    at += 1;
    if (!WITH_VALUE.has(word) || at >= expression.length) return null;
  }
  return paths.length === 0 ? ['.'] : paths;
}
