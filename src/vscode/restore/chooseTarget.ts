import * as vscode from 'vscode';
import type { LogEntry, StatusView } from '../../session/results.ts';
import { age } from '../state/age.ts';
import { phaseName } from '../state/words.ts';

/** Where a restore goes, or a fork begins. */
export interface TargetPoint {
  /** For the engine: a phase or a checkpoint's number. */
  readonly to: string;
  /** `Phase 2`, `the Beginning`, `Checkpoint 7`. */
  readonly name: string;
}

/** Lets the person pick a phase, or any checkpoint: those behind an earlier restore stay usable. */
export async function chooseTarget(
  status: StatusView,
  log: readonly LogEntry[],
  now: number,
  act: 'restore' | 'fork',
): Promise<TargetPoint | null> {
  const items = targetItems(status, log, now, act);
  const picked = await vscode.window.showQuickPick(
    items.map((item) =>
      item.point === null
        ? { label: item.label, kind: vscode.QuickPickItemKind.Separator, point: null }
        : item,
    ),
    {
      title: `${act === 'restore' ? 'Restore' : 'Fork'} “${status.title}”`,
      placeHolder:
        act === 'restore'
          ? 'To which phase? You see what changes before anything does.'
          : 'From the end of which phase? You see what that means before anything happens.',
      matchOnDescription: true,
    },
  );
  return picked?.point ?? null;
}

interface TargetItem {
  readonly label: string;
  readonly description: string;
  /** null: a heading. */
  readonly point: TargetPoint | null;
}

function targetItems(
  status: StatusView,
  log: readonly LogEntry[],
  now: number,
  act: 'restore' | 'fork',
): readonly TargetItem[] {
  const phases = status.phases
    .filter((phase) => phase.commit !== null && phase.status === 'done')
    // A session cannot go back to an inherited phase, but can be forked there.
    .filter((phase) => act === 'fork' || phase.inheritedFrom === undefined)
    .map((phase) => ({
      label: `$(pass-filled) Phase ${phase.number}: ${phaseName(phase)}`,
      description: phase.updated === null ? '' : age(phase.updated, now),
      point: { to: phase.id, name: `Phase ${phase.number}` },
    }));
  const [opened] = log;
  const beginning =
    opened === undefined
      ? []
      : [
          {
            label: '$(flag) The Beginning',
            description: age(opened.at, now),
            point: { to: String(opened.seq), name: 'the Beginning' },
          },
        ];
  // The first one is the beginning, listed above. The tip stays in: going there changes only uncommitted work.
  const checkpoints = log
    .slice(1)
    .reverse()
    .map((entry) => ({
      label: `$(git-commit) ${entry.seq} ${entry.subject.replace(/^cairn: /, '')}`,
      description: [age(entry.at, now), entry.superseded ? 'behind a restore' : '']
        .filter((part) => part !== '')
        .join(' · '),
      point: { to: String(entry.seq), name: `Checkpoint ${entry.seq}` },
    }));
  return [
    ...phases.reverse(),
    ...beginning,
    ...(checkpoints.length === 0
      ? []
      : [{ label: 'Every checkpoint', description: '', point: null }, ...checkpoints]),
  ];
}
