import type { PhaseId } from '../../model/names/ids.ts';
import type { LogEntry, StatusView } from '../../session/results.ts';
import { pickOne } from '../window/quickInput.ts';
import { endOf, targetItems, type TargetPoint } from './targetItems.ts';

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
