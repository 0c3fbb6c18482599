import { createHash } from 'node:crypto';
import { CairnError } from '../../src/base/cairnError.ts';
import type { Objects } from '../../src/git/objects.ts';

interface MemoryObjects extends Objects {
  forget(id: string): void;
  /** The one whose id begins so. Null: none, or several. */
  named(start: string): string | null;
}

/** An object store in memory whose ids are git's own, so that the twin and git agree on every tree and commit. */
export function memoryObjects(): MemoryObjects {
  const stored = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  return {
    async read(id) {
      const found = stored.get(id);
      if (!found) throw new CairnError('data/missing-object', { object: id, lastGood: null });
      return found;
    },
    async look(id) {
      const found = stored.get(id);
      return found ? { type: found.type, size: found.bytes.length } : null;
    },
    // Its refs are no objects: the twin keeps them itself.
    pointedAt: async () => null,
    async write(type, bytes) {
      const id = objectId(type, bytes);
      stored.set(id, { type, bytes: Buffer.from(bytes) });
      return id;
    },
    async writeTrees(trees) {
      for (const bytes of trees)
        stored.set(objectId('tree', bytes), { type: 'tree', bytes: Buffer.from(bytes) });
    },
    nameOf: objectId,
    // No git stores anything here.
    takeOver() {},
    flush() {},
    async flushed() {},
    async dispose() {},
    // Nothing is cut short here.
    mend: async () => 0,
    forget: (id) => void stored.delete(id),
    named(start) {
      const found = [...stored.keys()].filter((id) => id.startsWith(start));
      return found.length === 1 ? (found[0] ?? null) : null;
    },
  };
}

/** Name of an object in a SHA-1 repository. */
export function objectId(type: string, bytes: Uint8Array): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}
