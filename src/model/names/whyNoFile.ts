/** Why what a tree has under a name is no file: what it is instead. Null if it is one. */
export function whyNoFile(seen: { readonly mode: string } | 'folder'): string | null {
  if (seen === 'folder') return 'a folder';
  switch (seen.mode) {
    case '100644':
    case '100755':
      return null;
    case '120000':
      return 'a symbolic link';
    case '160000':
      return 'a submodule or a nested repository';
    default:
      return `of mode ${seen.mode}`;
  }
}
