import * as vscode from 'vscode';
import type { RestoreLine, RestorePreview } from './restorePreview.ts';

interface Line extends vscode.QuickPickItem {
  readonly line: RestoreLine | null;
}

/**
 * Lists what a restore would change, with a diff for every file; the list stays open behind the diffs. True when the person
 * wants to go on.
 */
export function showPreview(
  preview: RestorePreview,
  compare: (line: RestoreLine) => Promise<void>,
  compareAll: () => Promise<void>,
): Promise<boolean> {
  const picker = vscode.window.createQuickPick<Line>();
  const all: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('diff-multiple'),
    tooltip: 'Compare All Files',
  };
  const one: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: 'Compare' };
  const proceed: Line = {
    label: `$(history) ${preview.verb}…`,
    description: 'asks once more',
    line: null,
    alwaysShow: true,
  };
  const files = preview.groups.flatMap(({ label, files }): Line[] => [
    { label, kind: vscode.QuickPickItemKind.Separator, line: null },
    ...files.map((line): Line => ({
      label: `$(${line.icon}) ${line.shown}`,
      description: line.description,
      line,
      buttons: line.change === null ? [] : [one],
    })),
  ]);
  picker.title = preview.title;
  picker.placeholder = 'Select a file to compare it, or go on';
  picker.items = [proceed, ...files];
  picker.buttons = preview.groups.some((group) => group.files.some((line) => line.change !== null))
    ? [all]
    : [];
  picker.ignoreFocusOut = true;
  picker.matchOnDescription = true;
  // So that a stray Enter compares instead of restoring.
  const first = files.find(({ line }) => line?.change != null);
  if (first !== undefined) picker.activeItems = [first];

  return new Promise((resolve) => {
    const finish = (go: boolean): void => {
      resolve(go);
      picker.dispose();
    };
    picker.onDidAccept(() => {
      const [item] = picker.activeItems;
      if (item === proceed) finish(true);
      else if (item?.line?.change != null) void compare(item.line);
    });
    picker.onDidTriggerItemButton(({ item }) => item.line !== null && void compare(item.line));
    picker.onDidTriggerButton((button) => button === all && void compareAll());
    picker.onDidHide(() => finish(false));
    picker.show();
  });
}
