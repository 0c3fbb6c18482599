import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable.ts';
import type { Log } from '../session/ports.ts';
import type { Cairns, RepositorySessions } from './cairns.ts';
import type { Desk } from './commands/desk.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { CHECKPOINT_SCHEME, LOG_SCHEME } from './contributions.ts';
import { createCheckDocument } from './review/checkDocument.ts';
import { createAttemptLogs } from './review/attemptLogs.ts';
import { createCheckpointFiles } from './review/checkpointFiles.ts';
import { createSessionsTree } from './tree/sessionsTree.ts';
import { createStore } from './window/createStore.ts';
import { followChanges } from './window/followChanges.ts';
import { glanceSessions } from './window/glanceSessions.ts';
import { offerFollowing, rememberDriven, offerInterrupted } from './window/offers.ts';
import { showProgress } from './window/showProgress.ts';
import { showStatusBarItem } from './window/statusBarItem.ts';
import { tellPermissions } from './window/tellPermissions.ts';
import { tellWhetherAgent } from './window/tellWhetherAgent.ts';
import { tellNotices } from './window/tellNotices.ts';
import { tellOthers, type CairnExports } from './window/tellOthers.ts';

/** What the root hands over besides the sessions. */
export interface Surroundings {
  readonly memory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
  /** The engine's log in this window; writes to the same channel. */
  readonly engine: Log;
}

/** Cairn at work in a window. */
export interface ActiveCairn extends Disposable {
  readonly events: CairnExports;
}

/*
 * The session's worktree in VS Code's own Source Control view (looked at in 1.139): the git extension detects linked
 * worktrees (`git.detectWorktrees`) and lists it as a repository of its own, named after the session, with a detached
 * HEAD and what changed since the last checkpoint. We leave it there: it shows live what the agent does, nothing in
 * it can move the session branch (there is no branch to push or sync), and a commit made there hangs on the next
 * checkpoint. Hiding it would mean writing the person's settings. It goes when the session is deleted.
 */

/** Starts Cairn in a window. Looks at nothing until the view is visible, a command runs, or a folder holds sessions. */
export function activateCairn(cairns: Cairns, { memory, log, engine }: Surroundings): ActiveCairn {
  const all = new DisposableStore();
  const onError = warnOf(log);
  const store = all.add(createStore({ cairns, glance: glanceSessions, onError }));
  const tree = all.add(createSessionsTree(store));
  const follow = all.add(followChanges(store));
  const { events, activities } = all.add(tellOthers(store, engine, onError));
  all.add(showStatusBarItem(store));
  all.add(showProgress(store));
  all.add(tellNotices(store, tree));
  all.add(tellPermissions(store));
  const checks = all.add(createCheckDocument());
  all.add(registerCommands({ store, tree, log, kept: { last: null }, ...ofMachine(cairns), checks }));

  const folders = (): readonly string[] =>
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);
  const repositoryAt = async (root: string): Promise<RepositorySessions | null> => {
    if (!vscode.workspace.isTrusted) return null;
    // An address may name any folder of the machine; look only into this window's.
    for (const folder of folders()) {
      const repository = await cairns.of(folder).catch(() => null); // a folder without a repository holds no such file
      if (repository?.root === root) return repository;
    }
    return null;
  };
  const readOnly = { isCaseSensitive: true, isReadonly: true };
  const files = createCheckpointFiles(repositoryAt);
  const logs = all.add(createAttemptLogs(repositoryAt));
  all.add(vscode.workspace.registerFileSystemProvider(CHECKPOINT_SCHEME, files, readOnly));
  all.add(vscode.workspace.registerFileSystemProvider(LOG_SCHEME, logs, readOnly));

  let remembering: Disposable | null = null;
  const arrive = (): void => {
    store.setFolders(folders(), vscode.workspace.isTrusted);
    // Sessions that the first look finds are offered; those that begin later are not.
    void firstLook().finally(() => (remembering ??= all.add(rememberDriven(store, memory))));
  };
  const firstLook = async (): Promise<void> => {
    if (!(await worthALook())) return;
    await store.refresh();
    if (!vscode.workspace.isTrusted) return;
    void offerFollowing({ store, tree }, memory);
    void offerInterrupted({ store, tree }, memory);
  };
  const seen = (visible: boolean): void => {
    follow.setVisible(visible);
    activities.setVisible(visible);
    // The person may just have installed one at a terminal.
    if (visible && vscode.workspace.isTrusted) void tellWhetherAgent(cairns.agents());
  };
  const worthALook = async (): Promise<boolean> => {
    if (tree.view.visible || !vscode.workspace.isTrusted) return true;
    for (const folder of folders()) if (await cairns.holdsSessions(folder)) return true;
    return false;
  };
  all.add(tree.view.onDidChangeVisibility(({ visible }) => seen(visible)));
  all.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && seen(tree.view.visible)));
  all.add(vscode.workspace.onDidChangeWorkspaceFolders(arrive));
  all.add(vscode.workspace.onDidGrantWorkspaceTrust(arrive));
  arrive();
  seen(tree.view.visible);
  return { events, dispose: () => all.dispose() };
}

/** What commands ask of a machine, without a repository. */
const ofMachine = (cairns: Cairns): Pick<Desk, 'agents' | 'machine'> => ({
  agents: () => cairns.agents(),
  machine: (folder, isRestricted) => cairns.machine(folder, isRestricted),
});

const warnOf =
  (log: vscode.LogOutputChannel) =>
  (error: unknown): void =>
    log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
