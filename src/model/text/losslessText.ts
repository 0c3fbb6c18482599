/** Escaped bytes 0x80..0xff are U+DC80..U+DCFF: lone surrogates, which no valid UTF-8 decodes to. */
const ESCAPE = 0xdc00;

/**
 * The text of a file whose bytes must survive a round trip: notes in STATUS.md are kept byte for byte, and people's editors
 * write other encodings. Bytes that are not UTF-8 are escaped one by one. A byte order mark stays.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not all of it is UTF-8: the slow way.
    return escaped(bytes);
  }
}

/** The bytes that {@link textOf} read; for any other text, its UTF-8. */
export function bytesOf(text: string): Uint8Array {
  const encoder = new TextEncoder();
  if (text.isWellFormed()) return encoder.encode(text);
  const pieces: Uint8Array[] = [];
  // With the u flag, half of a surrogate pair does not match.
  for (const piece of text.split(/([\udc80-\udcff]+)/u)) {
    const isEscaped = /^[\udc80-\udcff]/u.test(piece);
    pieces.push(
      isEscaped ? Uint8Array.from(piece, (unit) => unit.charCodeAt(0) - ESCAPE) : encoder.encode(piece),
    );
  }
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function escaped(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const out: string[] = [];
  let start = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    out.push(decoder.decode(bytes.subarray(start, at)), String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
    at += 1;
    start = at;
  }
  out.push(decoder.decode(bytes.subarray(start)));
  return out.join('');
}

/** The second byte's range after first bytes that exclude overlong forms and surrogates; after others it is 0x80..0xbf. */
const SECOND: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

/** The length of the well-formed UTF-8 sequence that starts here, or 0. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = lengthBy(first);
  for (let index = 1; index < length; index += 1) {
    const [low, high] = (index === 1 ? SECOND[first] : undefined) ?? [0x80, 0xbf];
    const byte = bytes[at + index] ?? 0;
    if (byte < low || byte > high) return 0;
  }
  return length;
}

/** The length that a first byte promises; 0 if it begins no sequence. */
function lengthBy(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
