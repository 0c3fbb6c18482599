import type { PhaseId } from '../../model/names/ids.ts';
import type { LogEntry, PhaseView, StatusView } from '../../session/results.ts';
import { pickOne, type PickItem } from '../window/quickInput.ts';
import { age } from '../state/age.ts';
import { behindDone } from '../../model/text/doneWords.ts';
import { statusWord } from '../state/words.ts';
import { phaseName } from '../state/phaseName.ts';

/** Where a restore goes, or a fork begins. */
export interface TargetPoint {
  /** For the engine: a phase or a checkpoint's number. */
  readonly to: string;
  /** `Phase 2`, `the Beginning`, `Checkpoint 7`. */
  readonly name: string;
}

/** The named phase, or what the person picks: a phase, or any checkpoint, as those behind an earlier restore stay usable. */
export async function chooseTarget(
  status: StatusView,
  log: readonly LogEntry[],
  named: PhaseId | null,
  act: 'restore' | 'fork',
): Promise<TargetPoint | null> {
  const phase = status.phases.find(({ id }) => id === named);
  if (phase !== undefined) return endOf(phase);
  const picked = await pickOne(targetItems(status, log, Date.now(), act), {
    title: `${act === 'restore' ? 'Restore' : 'Fork'} “${status.title}”`,
    placeHolder:
      act === 'restore'
        ? 'To which phase? You see what changes before anything does.'
        : 'From the end of which phase? You see what that means before anything happens.',
    matchOnDescription: true,
  });
  return picked?.point ?? null;
}

const endOf = ({ id, number }: PhaseView): TargetPoint => ({ to: id, name: `Phase ${number}` });

/** `point` is null for a heading. */
type TargetItem = PickItem & { readonly point: TargetPoint | null };

function targetItems(
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
      description: [age(entry.at, now), entry.superseded ? 'behind a restore' : '']
        .filter((part) => part !== '')
        .join(' · '),
      point: { to: String(entry.seq), name: `Checkpoint ${entry.seq}` },
    }));
  const heading = { label: 'Every checkpoint', isHeading: true, point: null };
  return [...phases.reverse(), ...beginning, ...(checkpoints.length === 0 ? [] : [heading, ...checkpoints])];
}
