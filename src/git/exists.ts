import { lstat } from 'node:fs/promises';

/** Whether anything stands there, a link that leads nowhere too. What nobody may look at is not there for us: git says so louder. */
export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
