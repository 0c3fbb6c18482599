import { behindDone } from '../../model/text/doneWords.ts';
import type { LogEntry, PhaseView, StatusView } from '../../session/results.ts';
import { age } from '../state/age.ts';
import { phaseName } from '../state/phaseName.ts';
import { statusWord } from '../state/words.ts';
import type { PickItem } from '../window/quickInput.ts';

/** Where a restore goes, or a fork begins. */
export interface TargetPoint {
  /** For the engine: a phase or a checkpoint's number. */
  readonly to: string;
  /** `Phase 2`, `the Beginning`, `Checkpoint 7`. */
  readonly name: string;
}

/** The end of a phase. */
export const endOf = ({ id, number }: PhaseView): TargetPoint => ({ to: id, name: `Phase ${number}` });

/** `point` is null for a heading. */
type TargetItem = PickItem & { readonly point: TargetPoint | null };

/** The phases that are done, the beginning, and every checkpoint. */
export function targetItems(
  status: StatusView,
  log: readonly LogEntry[],
  now: number,
  act: 'restore' | 'fork',
): TargetItem[] {
  const phases = status.phases
    .filter((phase) => phase.commit !== null && phase.status === 'done')
    // A session cannot go back to an inherited phase, but can be forked there.
    .filter((phase) => act === 'fork' || phase.inheritedFrom === undefined)
    .map((phase) => ({
      icon: statusWord(phase.status, phase.checked).icon.id,
      label: `Phase ${phase.number}: ${phaseName(phase)}`,
      description: [behindDone(phase.checked), phase.updated === null ? '' : age(phase.updated, now)]
        .filter((part) => part !== '')
        .join(' · '),
      point: endOf(phase),
    }));
  const beginning = log.slice(0, 1).map((opened) => ({
    icon: 'flag',
    label: 'The Beginning',
    description: age(opened.at, now),
    point: { to: String(opened.seq), name: 'the Beginning' },
  }));
  // The first one is the beginning, listed above. The tip stays in: going there changes only uncommitted work.
  const checkpoints = log
    .slice(1)
    .reverse()
    .map((entry) => ({
      icon: 'git-commit',
      label: `${entry.seq} ${entry.subject.replace(/^cairn: /, '')}`,
      description: [age(entry.at, now), entry.superseded ? 'undone by a restore' : '']
        .filter((part) => part !== '')
        .join(' · '),
      point: { to: String(entry.seq), name: `Checkpoint ${entry.seq}` },
    }));
  const heading = { label: 'Every checkpoint', isHeading: true, point: null };
  return [...phases.reverse(), ...beginning, ...(checkpoints.length === 0 ? [] : [heading, ...checkpoints])];
}
