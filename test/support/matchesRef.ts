import { posix } from 'node:path';

/** As for-each-ref: the whole name, a folder of names, or a glob. */
export function matchesRef(name: string, pattern: string): boolean {
  const bare = pattern.replace(/\/$/, '');
  return (
    name === bare ||
    name.startsWith(`${bare}/`) ||
    (/[*?[]/.test(pattern) && posix.matchesGlob(name, pattern))
  );
}
