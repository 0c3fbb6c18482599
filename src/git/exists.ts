import { lstat } from '../host/disk.ts';

/** Whether anything is there, including a dangling link. An unreadable place counts as missing: git reports it better. */
export function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
