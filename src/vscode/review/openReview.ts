import * as vscode from 'vscode';
import type { RepositorySessions } from '../cairns.ts';
import { checkpointUri } from './checkpointFiles.ts';
import type { ReviewPlan, Side } from './reviewPlan.ts';

/** Opens a planned review as one multi-file diff that stays open. */
export async function openReview(repository: RepositorySessions, plan: ReviewPlan): Promise<void> {
  if (plan.warning !== null) void vscode.window.showWarningMessage(plan.warning);
  if (plan.files.length === 0) {
    if (plan.warning === null) void vscode.window.showInformationMessage(`${plan.title} changed no files.`);
    return;
  }
  const resources = plan.files.map(({ path, left, right }) => [
    // Named as the file in the person's own tree, so that the header shows a path below the workspace folder.
    vscode.Uri.joinPath(vscode.Uri.file(repository.root), path),
    sideUri(repository.root, path, left),
    sideUri(repository.root, path, right),
  ]);
  await vscode.commands.executeCommand('vscode.changes', plan.title, resources);
  // `vscode.changes` opens as a preview that the next click in the explorer would replace.
  await vscode.commands.executeCommand('workbench.action.keepEditor');
}

/** One file of a diff, side by side. A side that does not exist is shown empty. */
export async function openFileDiff(
  root: string,
  path: string,
  left: Side | null,
  right: Side | null,
  title: string,
): Promise<void> {
  const from = sideUri(root, path, left);
  const to = sideUri(root, path, right);
  if (from !== undefined && to !== undefined)
    await vscode.commands.executeCommand('vscode.diff', from, to, title);
  else if (from !== undefined || to !== undefined)
    await vscode.commands.executeCommand('vscode.changes', title, [
      [vscode.Uri.joinPath(vscode.Uri.file(root), path), from, to],
    ]);
}

function sideUri(root: string, path: string, side: Side | null): vscode.Uri | undefined {
  if (side === null) return undefined;
  if (side.kind === 'workingTree') return vscode.Uri.joinPath(vscode.Uri.file(side.root), path);
  return checkpointUri({ root, commit: side.commit, path, label: side.label });
}
