/** Keeps what was used last, up to a number of bytes. */
export interface BytesCache {
  get(key: string): Uint8Array | undefined;
  set(key: string, bytes: Uint8Array): void;
}

export function createBytesCache(limit: number): BytesCache {
  // A Map iterates in insertion order: the first key is the one that was used longest ago.
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  const drop = (key: string): void => {
    size -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const bytes = kept.get(key);
      if (bytes !== undefined) {
        kept.delete(key);
        kept.set(key, bytes);
      }
      return bytes;
    },
    set: (key, bytes) => {
      drop(key);
      if (bytes.byteLength > limit / 4) return;
      kept.set(key, bytes);
      size += bytes.byteLength;
      for (const oldest of kept.keys()) {
        if (size <= limit) break;
        drop(oldest);
      }
    },
  };
}
