import type { CommitId } from '../../model/names/ids.ts';
import type { AtCommit } from '../../session/api/contents.ts';
import { createBytesCache } from './bytesCache.ts';
import type { DocumentAddress } from './documentAddress.ts';

type Reads = AtCommit;

/** What lies at an address of a commit. */
export interface CheckpointReader {
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
