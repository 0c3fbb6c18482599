import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { GitProgram } from './createGit.ts';
import { createHelper, untilNewline, type Helper } from './helper.ts';
import { createScratchFiles } from './scratchFiles.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/** Stores objects through git itself and sees to it that they are on disk. */
export interface ObjectWriter {
  /** The name that these bytes have as an object; it is known before they are stored. */
  nameOf(type: ObjectType, bytes: Uint8Array): string;
  /** Stored and flushed when it resolves. */
  write(type: ObjectType, bytes: Uint8Array): Promise<string>;
  /** Flushes objects that a `flushed-later` call of git has stored; packed ones are on disk already. */
  flush(ids: readonly string[]): Promise<void>;
  dispose(): Promise<void>;
}

export function createObjectWriter(
  program: GitProgram,
  commonDir: string,
  algorithm: 'sha1' | 'sha256',
): ObjectWriter {
  const writers = new Map<ObjectType, Helper>();
  const scratch = createScratchFiles(join(commonDir, 'objects'));

  const writerOf = (type: ObjectType): Helper => {
    const known = writers.get(type);
    if (known) return known;
    const args = ['hash-object', '-w', '-t', type, '--no-filters', '--stdin-paths'];
    const made = createHelper(program, args, { cwd: commonDir, gitDir: commonDir, writes: 'flushed-later' });
    writers.set(type, made);
    return made;
  };

  const nameOf: ObjectWriter['nameOf'] = (type, bytes) =>
    createHash(algorithm).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

  const flush = async (ids: readonly string[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += SIDE_BY_SIDE) {
      await Promise.all(
        ids
          .slice(at, at + SIDE_BY_SIDE)
          .map((id) => flushFile(join(commonDir, 'objects', id.slice(0, 2), id.slice(2)))),
      );
    }
  };

  return {
    nameOf,
    flush,
    async write(type, bytes) {
      const stored = await scratch.hold(bytes, async (file) => {
        const answer = await writerOf(type).ask(Buffer.from(`${file}\n`), untilNewline);
        return answer.toString('latin1').trim();
      });
      if (stored !== nameOf(type, bytes))
        throw new CairnError('internal/unexpected', { what: `git stored a ${type} as ${stored}` });
      await flush([stored]);
      return stored;
    },
    async dispose() {
      await Promise.all([...writers.values()].map((helper) => helper.dispose()));
      scratch.dispose();
    },
  };
}

const SIDE_BY_SIDE = 64;

/**
 * git flushes one object after the other, which is most of what a small checkpoint costs; a disk that is asked for
 * many flushes at once does them in the time of a few. On Windows a read-only file cannot be flushed from outside:
 * there git does it (`durableConfig`).
 */
async function flushFile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    // In a pack, or in the repository that this one borrows from.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
