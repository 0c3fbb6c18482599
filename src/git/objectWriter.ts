import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { GitProgram } from './createGit.ts';
import type { Flushing } from './flushing.ts';
import { createHelper, untilNewline, type Helper } from './helper.ts';
import { createScratchFiles } from './scratchFiles.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/** Stores objects through git itself and sees to it that they are on disk. */
export interface ObjectWriter {
  /** The name that these bytes have as an object; it is known before they are stored. */
  nameOf(type: ObjectType, bytes: Uint8Array): string;
  /** Stored when it resolves; on disk after `flushed`. */
  write(type: ObjectType, bytes: Uint8Array): Promise<string>;
  /** Adds objects that a `flushed-later` call of git has stored; packed ones are on disk already. */
  flush(ids: readonly string[]): void;
  /** Resolves when all that was stored is on disk: no ref may move before. */
  flushed(): Promise<void>;
  dispose(): Promise<void>;
}

/** Writers of each type that work side by side: trees come by the dozen, and all at once. */
const WRITERS: Readonly<Record<ObjectType, number>> = { blob: 1, tree: 2, commit: 1 };

export function createObjectWriter(
  program: GitProgram,
  commonDir: string,
  algorithm: 'sha1' | 'sha256',
  flushing: Flushing,
): ObjectWriter {
  const writers = new Map<string, Helper>();
  let turn = 0;
  const scratch = createScratchFiles(join(commonDir, 'objects'));

  const writerOf = (type: ObjectType): Helper => {
    turn += 1;
    const name = `${type} ${turn % WRITERS[type]}`;
    const known = writers.get(name);
    if (known) return known;
    const args = ['hash-object', '-w', '-t', type, '--no-filters', '--stdin-paths'];
    const made = createHelper(program, args, { cwd: commonDir, gitDir: commonDir, writes: 'flushed-later' });
    writers.set(name, made);
    return made;
  };

  const nameOf: ObjectWriter['nameOf'] = (type, bytes) =>
    createHash(algorithm).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

  const flush = (ids: readonly string[]): void =>
    flushing.add(ids.map((id) => join(commonDir, 'objects', id.slice(0, 2), id.slice(2))));

  return {
    nameOf,
    flush,
    flushed: () => flushing.done(),
    async write(type, bytes) {
      const stored = await scratch.hold(bytes, async (file) => {
        const answer = await writerOf(type).ask(Buffer.from(`${file}\n`), untilNewline);
        return answer.toString('latin1').trim();
      });
      if (stored !== nameOf(type, bytes))
        throw new CairnError('internal/unexpected', { what: `git stored a ${type} as ${stored}` });
      flush([stored]);
      return stored;
    },
    async dispose() {
      await Promise.all([...writers.values()].map((helper) => helper.dispose()));
      scratch.dispose();
    },
  };
}
