import { statSync } from 'node:fs';

/**
 * True if notes that name processes, made in folder `noted`, reached folder `here` by copying: `noted` still exists and is
 * another folder. If it is gone, it was moved, or is mounted elsewhere here.
 */
export function isCopiedFrom(noted: string, here: string): boolean {
  if (noted === here) return false;
  const [theirs, ours] = [noted, here].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (theirs === undefined || ours === undefined) return false;
  return theirs.dev !== ours.dev || theirs.ino !== ours.ino;
}
