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

/** The contents of a file or link when we looked. */
export interface ContentLook {
  /** Blob id of its bytes without conversion. */
  readonly id: string;
  readonly stats: BigIntStats;
  /** True if its last change was long enough ago that any later change also changes its times. */
  readonly isAged: boolean;
}

/** File clocks stand still between kernel ticks, and some count in hundredths of a second. */
const TICK_MS = 40;
const CHUNK = 1_000_000;

/** Null if it has no contents, or we may not read it. */
export async function lookAtContent(file: Name, idLength: number): Promise<ContentLook | null> {
  const hash = createHash(idLength === 64 ? 'sha256' : 'sha1');
  try {
    const stats = lstatSync(file, { bigint: true });
    if (stats.isSymbolicLink()) {
      const target = readlinkSync(file, { encoding: 'buffer' });
      return lookOf(stats, hash.update(`blob ${target.length}\0`).update(target).digest('hex'));
    }
    // A pipe put there meanwhile must not block us.
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

/** True if it is the same file, and nobody wrote it or reset its times since. */
export const isUntouched = (look: ContentLook, now: BigIntStats): boolean =>
  isMovedOnly(look, now) && now.ctimeNs === look.stats.ctimeNs;

/** The same for a file renamed in between, which changes its change time. */
export const isMovedOnly = ({ stats, isAged }: ContentLook, now: BigIntStats): boolean =>
  isAged && now.ino === stats.ino && now.size === stats.size && now.mtimeNs === stats.mtimeNs;
