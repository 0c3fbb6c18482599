import { CairnError } from '../base/cairnError.ts';
import { createGit } from './createGit.ts';
import type { GitProgram } from './gitCall.ts';
import { setDamagedAside } from './damagedObjects.ts';
import type { Flushing } from './flushing.ts';
import type { Framing } from './answers.ts';
import { createHelper, untilNewline } from './helper.ts';
import { createLooseObjects, type LooseObjects, type ObjectType } from './looseObjects.ts';
import { MANY_OBJECTS, storeTreesPacked } from './packs.ts';
import type { RefName } from '../model/names/ids.ts';
import { onlyId, onlyRef } from './onlyId.ts';

/** The object store: a long-lived reader, and a writer of files. */
export interface Objects extends Pick<LooseObjects, 'nameOf'> {
  /** Throws `data/missing-object`. Of one with more than `most` bytes nothing is read, and its type is `too large`. */
  read(id: string, most?: number): Promise<{ readonly type: string; readonly bytes: Buffer }>;
  /** Null if there is no such object. */
  look(id: string): Promise<{ readonly type: string; readonly size: number } | null>;
  /** Where a ref points; null if the ref or its object is missing. */
  pointedAt(ref: RefName): Promise<string | null>;
  /** Stored when this resolves; on disk after `flushed`. */
  write(type: ObjectType, bytes: Uint8Array): Promise<string>;
  /** Stores trees: many as one pack. */
  writeTrees(trees: readonly Uint8Array[]): Promise<void>;
  /** Takes over what git has stored in a folder of ours on the same disk, but for some. On disk after `flushed`. */
  takeOver(from: string, but: ReadonlySet<string>): void;
  /** Registers objects that a `flushed-later` call of git has stored; packed ones are on disk already. */
  flush(ids: readonly string[]): void;
  /** Resolves once everything stored is on disk. No ref may move before. */
  flushed(): Promise<void>;
  /** Moves unreadable objects away so that they can be written again; answers how many. */
  mend(): Promise<number>;
  dispose(): Promise<void>;
}

export function createObjects(
  program: GitProgram,
  commonDir: string,
  algorithm: 'sha1' | 'sha256',
  flushing: Flushing,
): Objects {
  const loose = createLooseObjects(commonDir, algorithm);
  // `--batch-command` flushes after each answer; names are full object ids or begin with `refs/`, so none can be an option.
  const reader = createHelper(program, ['cat-file', '--batch-command'], {
    cwd: commonDir,
    env: { GIT_DIR: commonDir },
  });
  const look: Objects['look'] = async (id) =>
    parseHead(await reader.ask(Buffer.from(`info ${onlyId(id)}\n`), untilNewline));
  const flush: Objects['flush'] = (ids) => flushing.add(ids.map((id) => loose.fileOf(id)));
  const write: Objects['write'] = async (type, bytes) => {
    const id = loose.nameOf(type, bytes);
    const isThere = loose.freshen(id);
    // A power loss may have emptied the file.
    const isDamaged = isThere && (await look(id)) === null;
    if (isDamaged) await setDamagedAside(commonDir);
    if (!isThere || isDamaged) await loose.write(id, type, bytes);
    flush([id]);
    return id;
  };
  return {
    nameOf: (type, bytes) => loose.nameOf(type, bytes),
    write,
    async writeTrees(trees) {
      if (trees.length >= MANY_OBJECTS) {
        try {
          return await storeTreesPacked(createGit(program), commonDir, algorithm, trees);
        } catch (error) {
          // Git compares them with existing objects, which a power loss may have damaged: writing them one by one repairs
          // those.
          if (!CairnError.is(error, 'git/failed') && !CairnError.is(error, 'data/missing-object'))
            throw error;
        }
      }
      await Promise.all(trees.map((bytes) => write('tree', bytes)));
    },
    takeOver: (from, but) => flush(loose.takeOver(from, but)),
    flush,
    flushed: () => flushing.done(),
    mend: () => setDamagedAside(commonDir),
    look,
    async read(id, most = Number.POSITIVE_INFINITY) {
      const answer = await reader.ask(Buffer.from(`contents ${onlyId(id)}\n`), untilObjectEnds(most));
      const head = parseHead(answer);
      if (head === null) throw new CairnError('data/missing-object', { object: id, lastGood: null });
      if (head.size > most) return { type: 'too large', bytes: Buffer.alloc(0) };
      return { type: head.type, bytes: answer.subarray(head.length, head.length + head.size) };
    },
    async pointedAt(ref) {
      return parseHead(await reader.ask(Buffer.from(`info ${onlyRef(ref)}\n`), untilNewline))?.id ?? null;
    },
    dispose: () => reader.dispose(),
  };
}

interface ObjectHead {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  /** Length of the head line. */
  readonly length: number;
}

/** `<id> <type> <size>\n`; null for `<id> missing\n`. */
function parseHead(bytes: Buffer): ObjectHead | null {
  const end = bytes.indexOf(0x0a);
  const [id = '', type, size] = bytes.toString('latin1', 0, end).split(' ');
  if (type === undefined || size === undefined) return null;
  return { id, type, size: Number(size), length: end + 1 };
}

/** Head line, contents, newline; the head line alone of what has more than `most` bytes. */
const untilObjectEnds =
  (most: number): Framing =>
  (bytes) => {
    if (!bytes.includes(0x0a)) return null;
    const head = parseHead(bytes);
    if (head === null) return bytes.indexOf(0x0a) + 1;
    return head.size > most ? 'enough' : head.length + head.size + 1;
  };
