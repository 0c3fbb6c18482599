import * as vscode from 'vscode';
import type { RepositorySessions } from '../cairns.ts';
import { CHECKPOINT_SCHEME } from '../contributions.ts';
import { addressPath, addressQuery, parseAddress, type DocumentAddress } from './documentAddress.ts';
import { createCheckpointReader } from './readCheckpoint.ts';

/** The address of a file or folder at a commit, as VS Code opens it. */
export function checkpointUri(address: DocumentAddress): vscode.Uri {
  return vscode.Uri.from({
    scheme: CHECKPOINT_SCHEME,
    path: addressPath(address),
    query: addressQuery(address),
  });
}

/** Read-only files of any commit, binary ones too; nothing is watched, since nothing can change. */
export function createCheckpointFiles(
  repositoryAt: (root: string) => Promise<RepositorySessions | null>,
): vscode.FileSystemProvider {
  const reader = createCheckpointReader();
  const locate = async (uri: vscode.Uri): Promise<[RepositorySessions['api'], DocumentAddress]> => {
    const address = parseAddress(uri.query, uri.path);
    const repository = address === null ? null : await repositoryAt(address.repository);
    if (address === null || repository === null) throw vscode.FileSystemError.FileNotFound(uri);
    return [repository.api, address];
  };
  return {
    ...READ_ONLY,
    stat: async (uri) => {
      const where = await locate(uri);
      const bytes = await reader.file(...where);
      if (bytes !== null) return statOf(vscode.FileType.File, bytes.byteLength);
      if ((await reader.folder(...where)).size > 0) return statOf(vscode.FileType.Directory, 0);
      throw vscode.FileSystemError.FileNotFound(uri);
    },
    readFile: async (uri) => {
      const bytes = await reader.file(...(await locate(uri)));
      if (bytes === null) throw vscode.FileSystemError.FileNotFound(uri);
      return bytes;
    },
    readDirectory: async (uri) => {
      const children = await reader.folder(...(await locate(uri)));
      return [...children].map(([name, kind]) => [
        name,
        kind === 'file' ? vscode.FileType.File : vscode.FileType.Directory,
      ]);
    },
  };
}

export const statOf = (type: vscode.FileType, size: number, mtime = 0): vscode.FileStat => ({
  type,
  ctime: 0,
  mtime,
  size,
  permissions: vscode.FilePermission.Readonly,
});

const refuse = (uri: vscode.Uri): never => {
  throw vscode.FileSystemError.NoPermissions(uri);
};

/** How all our providers refuse to write. */
export const READ_ONLY = {
  onDidChangeFile: () => ({ dispose: () => {} }),
  watch: () => ({ dispose: () => {} }),
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
};
