import type { BigIntStats } from 'node:fs';
import type { BlobId } from '../../model/names/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { encodePath } from '../bytes.ts';
import { entryEnd, ID_AT, MODE_AT } from './indexFile.ts';

/** An entry as bytes of an index of version 2, and the name by which entries are sorted. */
export interface EntryBytes {
  readonly name: Buffer;
  readonly bytes: Buffer;
}

const LONGEST_NAME = 0x0fff;
/** Within an entry: the change time comes first, then the modification time, both in seconds and nanoseconds. */
const MTIME_AT = 8;

/** An entry of which nothing is known but what it holds: git compares the contents of the file with it. */
export function entryBytes(path: string, entry: { readonly mode: Mode; readonly blob: BlobId }): EntryBytes {
  const name = encodePath(path);
  const id = Buffer.from(entry.blob, 'hex');
  const length = ID_AT + id.length + 2 + name.length;
  const bytes = Buffer.alloc(entryEnd(0, length));
  bytes.writeUInt32BE(Number.parseInt(entry.mode, 8), MODE_AT);
  id.copy(bytes, ID_AT);
  bytes.writeUInt16BE(Math.min(name.length, LONGEST_NAME), ID_AT + id.length);
  name.copy(bytes, ID_AT + id.length + 2);
  return { name, bytes };
}

/** When git last saw the file of an entry change, by either of its times, in whole seconds: not every git compares more. */
export function changedAt(index: Buffer, at: number): number {
  return Math.max(index.readUInt32BE(at), index.readUInt32BE(at + MTIME_AT));
}

/** Whether anything is known of the file of an entry. */
export function hasStat(index: Buffer, at: number): boolean {
  return index.readUInt32BE(at) !== 0 || index.readUInt32BE(at + MTIME_AT) !== 0;
}

/** An entry, or as much of it as there is, with what a look at its file found. Its device no git compares by default. */
export function seenAs(entry: Buffer, found: BigIntStats): Buffer {
  const bytes = Buffer.from(entry);
  const put = (at: number, value: bigint): unknown => bytes.writeUInt32BE(Number(value & 0xffffffffn), at);
  put(0, found.ctimeNs / SECOND);
  put(4, found.ctimeNs % SECOND);
  put(MTIME_AT, found.mtimeNs / SECOND);
  put(MTIME_AT + 4, found.mtimeNs % SECOND);
  put(20, found.ino);
  put(28, found.uid);
  put(32, found.gid);
  put(36, found.size);
  return bytes;
}

const SECOND = 1_000_000_000n;

/** The same entry, of which nothing is known but what it holds. */
export function withoutStat(entry: Buffer): Buffer {
  const bytes = Buffer.from(entry);
  bytes.fill(0, 0, MODE_AT).fill(0, MODE_AT + 4, ID_AT);
  return bytes;
}
