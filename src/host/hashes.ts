import { createHash } from 'node:crypto';

/** In hexadecimal; text as UTF-8. */
export const sha256 = (of: Uint8Array | string): string => createHash('sha256').update(of).digest('hex');

/** The same of what comes piece by piece. */
export function startHash(): { add(bytes: Uint8Array): void; hex(): string } {
  const hash = createHash('sha256');
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
