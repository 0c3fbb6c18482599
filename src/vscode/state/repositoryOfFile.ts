/** The key of the repository that a file lies in, by its path; the innermost of several. Null: in none of them. */
export function repositoryOfFile(
  repositories: readonly { readonly key: string; readonly root: string }[],
  file: string,
): string | null {
  const path = slashed(file);
  const holding = repositories.filter(({ root }) => path.startsWith(`${slashed(root)}/`));
  return holding.toSorted((a, b) => b.root.length - a.root.length)[0]?.key ?? null;
}

/** Windows gives the same drive in both cases. */
const slashed = (path: string): string =>
  path.replaceAll('\\', '/').replace(/^[A-Za-z]:/, (drive) => drive.toLowerCase());
