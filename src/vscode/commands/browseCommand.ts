import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { CommitId } from '../../model/names/ids.ts';
import { openAtCommit, openFileDiff } from '../review/openReview.ts';
import { commitSide } from '../review/reviewPlan.ts';
import { phaseName } from '../state/phaseName.ts';
import { filesOf } from '../state/filesOf.ts';
import { createPicker, type PickItem } from '../window/quickInput.ts';
import { choosePhase, onSession, phaseOf, statusOf, type Chosen } from './chooseSession.ts';
import type { Desk, Handlers } from './desk.ts';

/** Opens or compares any file of a phase's tree without a checkout. */
export const browseCommand = (desk: Desk) =>
  ({
    'cairn.browsePhase': onSession(desk, 'review', NOTHING, async (one, target) => {
      const status = await statusOf(one);
      const phase = await choosePhase(status, one.node, phaseOf(target), 'browse', {
        placeHolder: 'The files of which phase?',
        none: NOTHING,
      });
      const commit = phase === null || phase === undefined ? null : filesOf(phase);
      if (phase == null || commit === null) return;
      await browse(one, {
        commit,
        label: `Phase ${phase.number}`,
        title: `Files at Phase ${phase.number}: ${phaseName(phase)}`,
        worktree: phase.worktree ?? status.worktree,
      });
    }),
  }) satisfies Partial<Handlers>;

const NOTHING = 'No phase has a checkpoint yet, so there are no files to browse.';

interface Shelf {
  readonly commit: CommitId;
  readonly label: string;
  readonly title: string;
  /** What to compare with; null when this machine has no working tree. */
  readonly worktree: string | null;
}

interface FileItem extends PickItem {
  readonly path: string;
}

async function browse({ api, repository }: Chosen, shelf: Shelf): Promise<void> {
  const { commit, label, worktree } = shelf;
  const compare: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('diff'),
    tooltip: 'Compare with the Working Tree',
  };
  const files = (await api.listAt(commit, '')).filter((entry) => entry.mode !== '160000');
  const items = files.map(({ path }): FileItem => ({
    label: basename(path),
    description: path.slice(0, -basename(path).length - 1),
    path,
    buttons: worktree === null ? [] : [compare],
  }));
  const picker = createPicker(items, {
    title: shelf.title,
    placeholder: 'Type a part of a path, select a file to open it',
  });
  picker.matchOnDescription = true;
  picker.onDidAccept(() => {
    const [item] = picker.activeItems;
    if (item === undefined) return;
    picker.hide();
    void openAtCommit(repository.root, commit, item.of.path, label);
  });
  picker.onDidTriggerItemButton(({ item }) => {
    if (worktree === null) return;
    const { path } = item.of;
    const file = {
      path,
      left: commitSide(commit, label),
      right: { kind: 'workingTree', root: worktree },
    } as const;
    void openFileDiff(repository.root, file, `${basename(path)} (${label} and working tree)`);
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}
