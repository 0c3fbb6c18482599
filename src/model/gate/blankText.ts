/**
 * What a reader does not see and what therefore is no content: white space, NUL and other control characters,
 * byte order marks, soft hyphens, zero-width and other invisible characters, also the fillers of Hangul and
 * the blank of Braille.
 */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True when nothing in a file can be seen; a file that is not text is never blank, unless it is all zeros. */
export function isBlank(bytes: Uint8Array): boolean {
  // In pieces: the first visible character decides, and an artifact may be megabytes of a binary format.
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += 65_536) {
    const text = decoder.decode(withoutUtf16Mark(bytes.subarray(at, at + 65_536), at), { stream: true });
    if (isVisible(text)) return false;
  }
  return !isVisible(decoder.decode());
}

const isVisible = (text: string): boolean => text.replace(UNSEEN, '') !== '';

function withoutUtf16Mark(piece: Uint8Array, at: number): Uint8Array {
  const marked =
    at === 0 && ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff));
  return marked ? piece.subarray(2) : piece;
}
