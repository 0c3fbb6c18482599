import * as vscode from 'vscode';
import { createPicker, type PickItem } from '../window/quickInput.ts';
import type { RestoreLine, RestorePreview } from './restorePreview.ts';

interface Line extends PickItem {
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
  const all: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('diff-multiple'),
    tooltip: 'Compare All Files',
  };
  const one: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: 'Compare' };
  const proceed: Line = {
    icon: 'history',
    label: `${preview.verb}…`,
    description: 'asks once more',
    line: null,
    alwaysShow: true,
  };
  const files = preview.groups.flatMap(({ label, files }): Line[] => [
    { label, isHeading: true, line: null },
    ...files.map((line): Line => ({
      icon: line.icon,
      label: line.shown,
      description: line.description,
      line,
      buttons: line.change === null ? [] : [one],
    })),
  ]);
  const picker = createPicker([proceed, ...files], {
    title: preview.title,
    placeholder: 'Select a file to compare it, or go on',
  });
  picker.buttons = preview.groups.some((group) => group.files.some((line) => line.change !== null))
    ? [all]
    : [];
  picker.ignoreFocusOut = true;
  picker.matchOnDescription = true;
  // So that a stray Enter compares instead of restoring.
  const first = picker.items.find(({ of: { line } }) => line != null && line.change !== null);
  if (first !== undefined) picker.activeItems = [first];

  return new Promise((resolve) => {
    const finish = (go: boolean): void => {
      resolve(go);
      picker.dispose();
    };
    picker.onDidAccept(() => {
      const [item] = picker.activeItems;
      if (item?.of === proceed) finish(true);
      else if (item?.of.line?.change != null) void compare(item.of.line);
    });
    picker.onDidTriggerItemButton(({ item: { of } }) => of.line !== null && void compare(of.line));
    picker.onDidTriggerButton((button) => button === all && void compareAll());
    picker.onDidHide(() => finish(false));
    picker.show();
  });
}
