import type { RepoPath } from '../model/names/ids.ts';

/**
 * Paths between git's bytes and our strings, without loss.
 *
 * Git's names are bytes, ours are strings. A byte that is no UTF-8 becomes a lone surrogate U+DC80…U+DCFF and
 * back (as Python does, PEP 383), so that a tree with such names can be read, composed and written unharmed.
 * Such a name in the working tree is reported as `unreadable` by `pending`: told, never captured, never removed.
 */
export function decodePath(bytes: Uint8Array): RepoPath {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text).equals(buffer)) return text as RepoPath;
  return escapeBytes(buffer) as RepoPath;
}

/** The bytes that {@link decodePath} was given. */
export function encodePath(path: string): Buffer {
  if (isPlainPath(path)) return Buffer.from(path);
  const parts: Buffer[] = [];
  for (const piece of path.split(/([\udc80-\udcff])/u)) {
    const code = piece.length === 1 ? piece.charCodeAt(0) : 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(piece));
  }
  return Buffer.concat(parts);
}

/** True if the name is UTF-8, so that programs other than git can take it as text. */
export function isPlainPath(path: string): boolean {
  return path.isWellFormed();
}

/** The pieces between NULs; a piece after the last NUL counts only if it is not empty. */
export function splitNul(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    pieces.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (start < bytes.length) pieces.push(bytes.subarray(start));
  return pieces;
}

/** Paths as input for a command with `-z`. */
export function nulTerminated(paths: readonly string[]): Buffer {
  const nul = Buffer.from([0]);
  return Buffer.concat(paths.flatMap((path) => [encodePath(path), nul]));
}

/** The order that git sorts paths by: their bytes. */
export function byBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (one === other) continue;
    // UTF-8 keeps the order of code points; only surrogates must be compared as bytes.
    if (one < 0xd800 && other < 0xd800) return one - other;
    return Buffer.compare(encodePath(left), encodePath(right));
  }
  return left.length - right.length;
}

function escapeBytes(buffer: Buffer): string {
  let text = '';
  for (let at = 0; at < buffer.length;) {
    const length = sequenceLength(buffer, at);
    text +=
      length === 0
        ? String.fromCharCode(0xdc00 + (buffer[at] ?? 0))
        : buffer.toString('utf8', at, at + length);
    at += length || 1;
  }
  return text;
}

/** Length of the valid UTF-8 sequence that begins here, 0 if there is none. */
function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer[at] ?? 0;
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > buffer.length) return 0;
  const piece = buffer.subarray(at, at + length);
  return Buffer.from(piece.toString('utf8')).equals(piece) ? length : 0;
}
