/**
 * For each path the first before it that cannot be a file beside it: the same, or one inside the other. In lower case: on macOS
 * and Windows they are one file.
 */
export function clashes(paths: readonly string[]): readonly (string | null)[] {
  const files = new Map<string, number>();
  /** By folder: the first file below it. */
  const folders = new Map<string, number>();
  return paths.map((path, index) => {
    const name = path.toLowerCase();
    const above = foldersOf(name);
    const first = Math.min(
      ...[name, ...above].map((one) => files.get(one) ?? Infinity),
      folders.get(name) ?? Infinity,
    );
    if (!files.has(name)) files.set(name, index);
    for (const folder of above) if (!folders.has(folder)) folders.set(folder, index);
    return paths[first] ?? null;
  });
}

function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
