import * as vscode from 'vscode';
import type { CommitId } from '../../model/ids.ts';
import { CHECKPOINT_SCHEME } from '../contributions.ts';
import type { RepositorySessions } from '../cairns.ts';
import { createBytesCache } from './bytesCache.ts';
import { addressPath, addressQuery, parseAddress, type DocumentAddress } from './documentAddress.ts';

/** The address of a file or folder at a commit, as VS Code opens it. */
export function checkpointUri(address: DocumentAddress): vscode.Uri {
  return vscode.Uri.from({
    scheme: CHECKPOINT_SCHEME,
    path: addressPath(address),
    query: addressQuery(address),
  });
}

/**
 * Read-only files of any commit, binary ones too. What a commit holds never changes, so nothing is watched
 * and everything may be kept.
 */
export function createCheckpointFiles(
  repositoryAt: (root: string) => Promise<RepositorySessions | null>,
): vscode.FileSystemProvider {
  const kept = createBytesCache(32 * 1024 * 1024);
  const never = new vscode.EventEmitter<vscode.FileChangeEvent[]>();

  const locate = async (
    uri: vscode.Uri,
  ): Promise<{ api: RepositorySessions['api']; address: DocumentAddress }> => {
    const address = parseAddress(uri.query, uri.path);
    const repository = address === null ? null : await repositoryAt(address.root);
    if (address === null || repository === null) throw vscode.FileSystemError.FileNotFound(uri);
    return { api: repository.api, address };
  };

  const read = async (uri: vscode.Uri): Promise<Uint8Array | null> => {
    const { api, address } = await locate(uri);
    const key = `${address.commit}:${address.path}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bytes = address.path === '' ? null : await api.readAt(address.commit as CommitId, address.path);
    if (bytes !== null) kept.set(key, bytes);
    return bytes;
  };

  const list = async (uri: vscode.Uri): Promise<Map<string, vscode.FileType>> => {
    const { api, address } = await locate(uri);
    const prefix = address.path === '' ? '' : `${address.path}/`;
    const children = new Map<string, vscode.FileType>();
    for (const entry of await api.listAt(address.commit as CommitId, address.path)) {
      const [name = '', ...rest] = entry.path.slice(prefix.length).split('/');
      children.set(
        name,
        rest.length > 0 || entry.mode === '160000' ? vscode.FileType.Directory : vscode.FileType.File,
      );
    }
    return children;
  };

  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };

  return {
    onDidChangeFile: never.event,
    watch: () => ({ dispose: () => {} }),
    stat: async (uri) => {
      const bytes = await read(uri);
      if (bytes !== null)
        return {
          type: vscode.FileType.File,
          ctime: 0,
          mtime: 0,
          size: bytes.byteLength,
          permissions: vscode.FilePermission.Readonly,
        };
      if ((await list(uri)).size > 0)
        return {
          type: vscode.FileType.Directory,
          ctime: 0,
          mtime: 0,
          size: 0,
          permissions: vscode.FilePermission.Readonly,
        };
      throw vscode.FileSystemError.FileNotFound(uri);
    },
    readFile: async (uri) => {
      const bytes = await read(uri);
      if (bytes === null) throw vscode.FileSystemError.FileNotFound(uri);
      return bytes;
    },
    readDirectory: async (uri) => [...(await list(uri))],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}
