import { execFileSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './gitRepo.ts';

/** A file system of its own, of a few megabytes; null where this machine does not let us. Gone with the test. */
export async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = await temporaryFolder('cairn-small-');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    // Not root, or no such file system.
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return folder;
}
