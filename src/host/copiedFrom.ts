import { statSync } from 'node:fs';

/**
 * What was noted down in one folder, and names processes, came to another with a copy: `noted` is there and is not `here`. One
 * that is gone was moved, or is mounted here elsewhere.
 */
export function isCopiedFrom(noted: string, here: string): boolean {
  if (noted === here) return false;
  const [theirs, ours] = [noted, here].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  if (theirs === undefined || ours === undefined) return false;
  return theirs.dev !== ours.dev || theirs.ino !== ours.ino;
}
