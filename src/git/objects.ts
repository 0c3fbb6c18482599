import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { GitProgram } from './createGit.ts';
import { createHelper, type Framing, type Helper } from './helper.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/** The object store: one long-lived reader, one long-lived writer for each type that is written. */
export interface Objects {
  /** Throws `data/missing-object`. */
  read(id: string): Promise<{ readonly type: string; readonly bytes: Buffer }>;
  /** Null where there is no such object. */
  look(id: string): Promise<{ readonly type: string; readonly size: number } | null>;
  /** Stores these bytes, flushed, and answers their name. */
  write(type: ObjectType, bytes: Uint8Array): Promise<string>;
  dispose(): Promise<void>;
}

export function createObjects(program: GitProgram, commonDir: string): Objects {
  const at = { cwd: commonDir, gitDir: commonDir };
  // `--batch-command` flushes after each answer; names are always full object ids, so no name can be an option.
  const reader = createHelper(program, ['cat-file', '--batch-command'], at);
  const writers = new Map<ObjectType, Helper>();
  let scratch: Promise<string> | null = null;
  let files = 0;

  const writerOf = (type: ObjectType): Helper => {
    const known = writers.get(type);
    if (known) return known;
    const made = createHelper(program, ['hash-object', '-w', '-t', type, '--no-filters', '--stdin-paths'], {
      ...at,
      writes: true,
    });
    writers.set(type, made);
    return made;
  };

  return {
    async read(id) {
      const answer = await reader.ask(Buffer.from(`contents ${id}\n`), frameObject);
      const head = parseHead(answer);
      if (head === null) throw new CairnError('data/missing-object', { object: id, lastGood: null });
      return { type: head.type, bytes: answer.subarray(head.length, head.length + head.size) };
    },
    async look(id) {
      return parseHead(await reader.ask(Buffer.from(`info ${id}\n`), frameLine));
    },
    async write(type, bytes) {
      // git takes objects by name of a file here: that is what lets one process write many.
      scratch ??= mkdtemp(join(tmpdir(), 'cairn-objects-'));
      const file = join(await scratch, String(files++));
      await writeFile(file, bytes);
      try {
        return (await writerOf(type).ask(Buffer.from(`${file}\n`), frameLine)).toString('latin1').trim();
      } finally {
        await rm(file, { force: true });
      }
    },
    async dispose() {
      await Promise.all([reader, ...writers.values()].map((helper) => helper.dispose()));
      if (scratch) await rm(await scratch, { recursive: true, force: true });
      scratch = null;
    },
  };
}

interface ObjectHead {
  readonly type: string;
  readonly size: number;
  /** Of the head line itself. */
  readonly length: number;
}

/** `<id> <type> <size>\n`; null for `<id> missing\n`. */
function parseHead(bytes: Buffer): ObjectHead | null {
  const end = bytes.indexOf(0x0a);
  const [, type, size] = bytes.toString('latin1', 0, end).split(' ');
  if (type === undefined || size === undefined) return null;
  return { type, size: Number(size), length: end + 1 };
}

const frameLine: Framing = (bytes) => {
  const end = bytes.indexOf(0x0a);
  return end === -1 ? null : end + 1;
};

/** Head line, contents, newline. */
const frameObject: Framing = (bytes) => {
  if (!bytes.includes(0x0a)) return null;
  const head = parseHead(bytes);
  return head === null ? bytes.indexOf(0x0a) + 1 : head.length + head.size + 1;
};
