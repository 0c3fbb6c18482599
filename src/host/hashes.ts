import { createHash } from 'node:crypto';

/** A SHA-256 in hexadecimal; text counts as UTF-8. */
export const sha256 = (of: Uint8Array | string): string => createHash('sha256').update(of).digest('hex');

/** The same for data that comes in pieces. */
export function startHash(): { add(bytes: Uint8Array): void; hex(): string } {
  const hash = createHash('sha256');
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
