import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH = 8 * 1024 ** 3;

/**
 * A folder for the repositories of the tests that lies in memory; null where there is no room. A tenth of what the tests do is
 * to wait for a disk, and what a flush is worth is held by the options of each call (`test/git/flushing.test.ts`), not by it.
 */
export function scratchInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const available = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    if (bavail * bsize < ENOUGH || Number(available) * 1024 < ENOUGH) return null;
    return mkdtempSync(join(MEMORY, 'cairn-tests-'));
  } catch {
    return null;
  }
}
