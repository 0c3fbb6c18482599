import { createHash } from 'node:crypto';
import { invalidate } from './cacheTree.ts';
import type { EntryBytes } from './indexEntry.ts';
import { eachEntry, entryEnd, HEADER, isReadableIndex, UNUSUAL } from './indexFile.ts';

/** A name that is to be gone, or its new entry. */
export type IndexEdit = EntryBytes | { readonly name: Buffer; readonly bytes: null };

/** An index of version 2 with nothing but these entries. */
export function indexOf(entries: readonly EntryBytes[], idBytes: number): Buffer {
  const sorted = [...entries].sort((left, right) => Buffer.compare(left.name, right.name));
  return finished(
    sorted.map((entry) => entry.bytes),
    sorted.length,
    [],
    idBytes,
  );
}

/**
 * An index with some entries replaced, added or removed, as `update-index --index-info` would have it: its process
 * loads and writes all entries one by one, which takes five times as long.
 *
 * @returns null where only git can do it: another version, flags, conflicts
 */
export function spliceIndex(index: Buffer, edits: readonly IndexEdit[], idBytes: number): Buffer | null {
  if (!isReadableIndex(index) || index.readUInt32BE(4) !== 2) return null;
  const sorted = stepsOf(edits);
  const pieces: Buffer[] = [];
  let [count, next, kept] = [index.readUInt32BE(8), 0, HEADER];
  const put = ({ bytes }: Step): void => {
    if (bytes === null) return;
    pieces.push(bytes);
    count += 1;
  };
  const keepUntil = (at: number): void => {
    if (kept < at) pieces.push(index.subarray(kept, at));
    kept = at;
  };
  const end = eachEntry(index, idBytes, (at, nameAt, nameEnd, flags) => {
    if ((flags & UNUSUAL) !== 0) return false;
    for (let step = sorted[next]; step !== undefined; step = sorted[(next += 1)]) {
      const order = step.name.compare(
        index,
        nameAt,
        Math.min(nameEnd, nameAt + (step.below ? step.name.length : Infinity)),
      );
      if (order > 0) break;
      keepUntil(at);
      put(step);
      if (order < 0) continue;
      count -= 1;
      kept = entryEnd(at, nameEnd);
      if (!step.below) next += 1;
      return true;
    }
    return true;
  });
  if (end === null) return null;
  keepUntil(end);
  for (const edit of sorted.slice(next)) put(edit);
  return finished(pieces, count, treeExtension(index, end, edits, idBytes), idBytes);
}

/** An edit, or that everything below a folder goes. */
interface Step {
  readonly name: Buffer;
  readonly bytes: Buffer | null;
  readonly below: boolean;
}

/** In the order of an index. A file takes the place of a folder of its name, and of files where its folders are to be. */
function stepsOf(edits: readonly IndexEdit[]): readonly Step[] {
  const steps = new Map<string, Step>();
  const add = (step: Step): unknown => steps.set(step.name.toString('latin1'), step);
  for (const { name } of edits.filter((edit) => edit.bytes !== null)) {
    add({ name: Buffer.concat([name, SLASH]), bytes: null, below: true });
    for (let at = name.indexOf(SLASH); at !== -1; at = name.indexOf(SLASH, at + 1))
      add({ name: name.subarray(0, at), bytes: null, below: false });
  }
  for (const edit of edits) add({ ...edit, below: false });
  return [...steps.values()].sort((left, right) => Buffer.compare(left.name, right.name));
}

const SLASH = Buffer.from('/');

function finished(
  entries: readonly Buffer[],
  count: number,
  extensions: readonly Buffer[],
  idBytes: number,
): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('DIRC', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  const body = Buffer.concat([header, ...entries, ...extensions]);
  return Buffer.concat([
    body,
    createHash(idBytes === 32 ? 'sha256' : 'sha1')
      .update(body)
      .digest(),
  ]);
}

/** All other extensions speak of what was, and git makes them again. */
function treeExtension(
  index: Buffer,
  start: number,
  edits: readonly IndexEdit[],
  idBytes: number,
): readonly Buffer[] {
  for (let at = start; at + 8 <= index.length - idBytes; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString('latin1', at, at + 4) !== 'TREE') continue;
    const body = index.subarray(at + 8, at + 8 + index.readUInt32BE(at + 4));
    const kept = invalidate(
      body,
      edits.map((edit) => edit.name),
      idBytes,
    );
    if (kept === null) return [];
    const head = Buffer.from('TREE\0\0\0\0', 'latin1');
    head.writeUInt32BE(kept.length, 4);
    return [head, kept];
  }
  return [];
}
