const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Bytes of ours as text; a byte order mark stays, so that what is written back is what was read. */
export const decode = (bytes: Uint8Array): string => decoder.decode(bytes);

/** UTF-8 bytes. */
export const encode = (text: string): Uint8Array => encoder.encode(text);

/** Text when the bytes are text, null for what is binary or in another encoding. */
export function textOrNull(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8000).includes(0)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    // Not UTF-8; to a packet that is binary.
    return null;
  }
}
