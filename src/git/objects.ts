import { CairnError } from '../base/cairnError.ts';
import type { GitProgram } from './createGit.ts';
import type { Flushing } from './flushing.ts';
import { createHelper, untilNewline, type Framing } from './helper.ts';
import { createObjectWriter, type ObjectWriter } from './objectWriter.ts';

/** The object store: one long-lived reader, and writers. */
export interface Objects extends ObjectWriter {
  /** Throws `data/missing-object`. */
  read(id: string): Promise<{ readonly type: string; readonly bytes: Buffer }>;
  /** By its id, or by the whole name of a ref. Null where there is no such object. */
  look(name: string): Promise<{ readonly id: string; readonly type: string; readonly size: number } | null>;
}

export function createObjects(
  program: GitProgram,
  commonDir: string,
  algorithm: 'sha1' | 'sha256',
  flushing: Flushing,
): Objects {
  const writer = createObjectWriter(program, commonDir, algorithm, flushing);
  // `--batch-command` flushes after each answer; names are full object ids or begin with `refs/`, so none can be an option.
  const reader = createHelper(program, ['cat-file', '--batch-command'], {
    cwd: commonDir,
    gitDir: commonDir,
  });
  return {
    ...writer,
    async read(id) {
      const answer = await reader.ask(Buffer.from(`contents ${id}\n`), untilObjectEnds);
      const head = parseHead(answer);
      if (head === null) throw new CairnError('data/missing-object', { object: id, lastGood: null });
      return { type: head.type, bytes: answer.subarray(head.length, head.length + head.size) };
    },
    async look(name) {
      return parseHead(await reader.ask(Buffer.from(`info ${name}\n`), untilNewline));
    },
    async dispose() {
      await Promise.all([reader.dispose(), writer.dispose()]);
    },
  };
}

interface ObjectHead {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  /** Of the head line itself. */
  readonly length: number;
}

/** `<id> <type> <size>\n`; null for `<id> missing\n`. */
function parseHead(bytes: Buffer): ObjectHead | null {
  const end = bytes.indexOf(0x0a);
  const [id = '', type, size] = bytes.toString('latin1', 0, end).split(' ');
  if (type === undefined || size === undefined) return null;
  return { id, type, size: Number(size), length: end + 1 };
}

/** Head line, contents, newline. */
const untilObjectEnds: Framing = (bytes) => {
  if (!bytes.includes(0x0a)) return null;
  const head = parseHead(bytes);
  return head === null ? bytes.indexOf(0x0a) + 1 : head.length + head.size + 1;
};
