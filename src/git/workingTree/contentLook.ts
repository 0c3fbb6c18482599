import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  type BigIntStats,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Name } from '../../host/heldFolder.ts';

/** What a file or link held when it was looked at. */
export interface ContentLook {
  /** Name of the blob that its bytes are, without any conversion. */
  readonly id: string;
  readonly stats: BigIntStats;
  /** It had last changed long enough before: whoever changes it from now on changes its times, too. */
  readonly isAged: boolean;
}

/** Clocks of files stand still between ticks of the kernel, and some count in hundredths of a second. */
const TICK_MS = 40;
const CHUNK = 1_000_000;

/** Null: nothing that has contents, or nothing that we may read. */
export async function lookAtContent(file: Name, idLength: number): Promise<ContentLook | null> {
  const hash = createHash(idLength === 64 ? 'sha256' : 'sha1');
  try {
    const stats = lstatSync(file, { bigint: true });
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(file, { encoding: 'buffer' });
      return lookOf(stats, hash.update(`blob ${target.length}\0`).update(target).digest('hex'));
    }
    // A pipe that was put there meanwhile must not hold us up.
    return stats.isFile() ? await readInto(hash, file) : null;
  } catch (error) {
    if (UNREADABLE.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

const UNREADABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENXIO', 'EISDIR']);

async function readInto(hash: ReturnType<typeof createHash>, file: Name): Promise<ContentLook | null> {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return null;
    hash.update(`blob ${stats.size}\0`);
    const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK, Number(stats.size) + 1)));
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
      hash.update(chunk.subarray(0, read));
      if (read === CHUNK) await setImmediate();
    }
    return lookOf(stats, hash.digest('hex'));
  } finally {
    closeSync(fd);
  }
}

const lookOf = (stats: BigIntStats, id: string): ContentLook => ({
  id,
  stats,
  isAged: Number(stats.mtimeNs / 1_000_000n) < Date.now() - TICK_MS,
});

/** True: the same file, and nobody wrote it since, or put its times back. */
export const isUntouched = (look: ContentLook, now: BigIntStats): boolean =>
  isMovedOnly(look, now) && now.ctimeNs === look.stats.ctimeNs;

/** The same of one that was given another name in between, which changes its change time. */
export const isMovedOnly = ({ stats, isAged }: ContentLook, now: BigIntStats): boolean =>
  isAged && now.ino === stats.ino && now.size === stats.size && now.mtimeNs === stats.mtimeNs;
