import type { CommitId } from '../../model/names/ids.ts';
import type { AtCommit } from '../../session/api/contents.ts';
import type { DocumentAddress } from './documentAddress.ts';

type Reads = AtCommit;

/** Reads what a commit has at an address. */
interface CheckpointReader {
  /** null: no file there. */
  file(api: Reads, address: DocumentAddress): Promise<Uint8Array | null>;
  /** Direct children by name; empty: no folder there, since git keeps no empty ones. */
  folder(api: Reads, address: DocumentAddress): Promise<ReadonlyMap<string, 'file' | 'folder'>>;
}

/** Reads through a cache: what a commit holds never changes. */
export function createCheckpointReader(bytesKept = 32 * 1024 * 1024): CheckpointReader {
  const kept = createBytesCache(bytesKept);
  return {
    file: async (api, { repository, commit, path }) => {
      if (path === '') return null;
      const key = `${repository}:${commit}:${path}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const bytes = await api.readAt(commit as CommitId, path);
      if (bytes !== null) kept.set(key, bytes);
      return bytes;
    },
    folder: async (api, { commit, path }) => {
      const prefix = path === '' ? '' : `${path}/`;
      const children = new Map<string, 'file' | 'folder'>();
      for (const entry of await api.listAt(commit as CommitId, path)) {
        const [name = '', ...below] = entry.path.slice(prefix.length).split('/');
        // A submodule is a folder whose contents belong to another repository.
        children.set(name, below.length > 0 || entry.mode === '160000' ? 'folder' : 'file');
      }
      return children;
    },
  };
}

/** Keeps what was used last, up to a number of bytes. */
interface BytesCache {
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
