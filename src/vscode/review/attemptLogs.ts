import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { RepositorySessions } from '../cairns.ts';
import { LOG_SCHEME } from '../contributions.ts';
import { READ_ONLY, statOf } from './checkpointFiles.ts';
import { logPath, logQuery, parseLogAddress, type LogAddress } from './documentAddress.ts';

/** An agent may write all the time: an open document is read again at most this often. Milliseconds. */
const AGAIN_MS = 1_000;

export const attemptLogUri = (address: LogAddress): vscode.Uri =>
  vscode.Uri.from({ scheme: LOG_SCHEME, path: logPath(address), query: logQuery(address) });

/**
 * The output of one attempt as a read-only document, named after its phase and attempt. It grows as the agent writes, and is
 * watched only while open in an editor.
 */
export function createAttemptLogs(
  repositoryAt: (root: string) => Promise<RepositorySessions | null>,
): vscode.FileSystemProvider & Disposable {
  const all = new DisposableStore();
  const changed = all.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  /** VS Code reads a document again when its `mtime` changes. */
  const times = new Map<string, { readonly size: number; readonly mtime: number }>();

  const find = async (uri: vscode.Uri) => {
    const address = parseLogAddress(uri.query);
    const repository = address === null ? null : await repositoryAt(address.repository);
    if (address === null || repository === null) throw vscode.FileSystemError.FileNotFound(uri);
    const { session, phase, attempt, of } = address;
    const found = await repository.api.attemptOutput(session, phase, attempt, of);
    if (found === null) throw vscode.FileSystemError.FileNotFound(uri);
    return { repository, ...found };
  };
  const read = async (uri: vscode.Uri): Promise<Uint8Array> =>
    new TextEncoder().encode((await find(uri)).text);

  const watch = async (uri: vscode.Uri, watching: DisposableStore): Promise<void> => {
    const { repository, file } = await find(uri);
    let timer: ReturnType<typeof setTimeout> | undefined;
    watching.add({ dispose: () => clearTimeout(timer) });
    const tell = (): void => {
      timer = undefined;
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    };
    const watched = watching.add(repository.watch([file], () => (timer ??= setTimeout(tell, AGAIN_MS))));
    // Nobody else reports what was written between the read and the start of the watch.
    await watched.stands;
    tell();
  };

  return {
    ...READ_ONLY,
    onDidChangeFile: changed.event,
    watch: (uri) => {
      const watching = new DisposableStore();
      watch(uri, watching).catch(() => undefined); // The file is gone with its session: what is shown stays as it is.
      return watching;
    },
    stat: async (uri) => {
      const bytes = await read(uri);
      const known = times.get(uri.toString());
      const mtime = known === undefined || known.size !== bytes.length ? Date.now() : known.mtime;
      times.set(uri.toString(), { size: bytes.length, mtime });
      return statOf(vscode.FileType.File, bytes.length, mtime);
    },
    readFile: read,
    readDirectory: () => [],
    dispose: () => all.dispose(),
  };
}
