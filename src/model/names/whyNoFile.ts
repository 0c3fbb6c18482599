/** What has a name: in a tree an entry with its mode, or a folder; on disk its kind. */
export type Seen = { readonly mode: string } | 'file' | 'folder' | 'link' | 'special';

/** Why what has a name is no file: what it is instead. Null if it is one. */
export function whyNoFile(seen: Seen): string | null {
  switch (typeof seen === 'string' ? seen : seen.mode) {
    case 'file':
    case '100644':
    case '100755':
      return null;
    case 'folder':
      return 'a folder';
    case 'link':
    case '120000':
      return 'a symbolic link';
    case '160000':
      return 'a submodule or a nested repository';
    default:
      return typeof seen === 'string' ? 'something special' : `of mode ${seen.mode}`;
  }
}
