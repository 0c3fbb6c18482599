import * as vscode from 'vscode';
import type { RepositorySessions } from '../cairns.ts';
import { checkpointUri } from './checkpointFiles.ts';
import { commitSide, type ReviewFile, type ReviewPlan, type Side } from './reviewPlan.ts';
import { drawnLine } from '../state/plainText.ts';
import { showInfo, showWarning } from '../window/messages.ts';

/** Opens a planned review as one multi-file diff that stays open. */
export async function openReview(repository: RepositorySessions, plan: ReviewPlan): Promise<void> {
  if (plan.warning !== null) void showWarning(plan.warning);
  if (plan.files.length === 0) {
    if (plan.warning === null) void showInfo(`${plan.title} changed no files.`);
    return;
  }
  const resources = plan.files.map((file) => [
    // Named as the file in the person's own tree, so that the header shows a path below the workspace folder.
    vscode.Uri.joinPath(vscode.Uri.file(repository.root), file.path),
    ...sideUris(repository.root, file),
  ]);
  await vscode.commands.executeCommand('vscode.changes', drawnLine(plan.title), resources);
  // `vscode.changes` opens as a preview that the next click in the explorer would replace.
  await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/** One file of a diff, side by side. A side that does not exist is shown empty. */
export async function openFileDiff(root: string, file: ReviewFile, title: string): Promise<void> {
  const [from, to] = sideUris(root, file);
  if (from !== undefined && to !== undefined)
    await vscode.commands.executeCommand('vscode.diff', from, to, drawnLine(title));
  else if (from !== undefined || to !== undefined)
    await vscode.commands.executeCommand('vscode.changes', drawnLine(title), [
      [vscode.Uri.joinPath(vscode.Uri.file(root), file.path), from, to],
    ]);
}

/** Puts both sides below the same root: if the paths differed, VS Code would show a rename. */
function sideUris(
  repository: string,
  { path, left, right }: ReviewFile,
): readonly [vscode.Uri | undefined, vscode.Uri | undefined] {
  const tree = [left, right].find((side) => side?.kind === 'workingTree');
  const root = tree?.kind === 'workingTree' ? tree.root : repository;
  const uri = (side: Side | null): vscode.Uri | undefined => {
    if (side === null) return undefined;
    if (side.kind === 'workingTree') return vscode.Uri.joinPath(vscode.Uri.file(root), path);
    return checkpointUri({ repository, root, commit: side.commit, path, label: side.label });
  };
  return [uri(left), uri(right)];
}

/** Opens a file as a commit has it; `name` tells a person which commit. */
export async function openAtCommit(root: string, commit: string, path: string, name: string): Promise<void> {
  const { label } = commitSide(commit, name);
  const uri = checkpointUri({ repository: root, root, commit, path, label });
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** Opens a document; false where there is none. */
export async function opens(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    // Missing or unreadable: the caller opens the checkpoint's copy, or says so.
    return false;
  }
  await vscode.commands.executeCommand('vscode.open', uri);
  return true;
}
