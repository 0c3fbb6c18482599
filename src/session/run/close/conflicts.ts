import type { MergeConflict } from '../../../model/merge/conflict.ts';
import { askWhatHolds, sayConflicts } from '../../../model/merge/sayConflicts.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { publishAsked } from '../next/publishAsked.ts';
import { changedBeside } from './changedBeside.ts';
import type { Question } from './closePhase.ts';

/** Where work does not merge with what was published since, in words, and by whom that was. */
export interface SaidConflicts {
  readonly reasons: readonly string[];
  readonly beside: readonly PhaseId[];
}

export async function saidConflicts(
  drive: Drive,
  phase: PhaseId,
  conflicts: readonly MergeConflict[],
): Promise<SaidConflicts> {
  if (conflicts.length === 0) return { reasons: [], beside: [] };
  const beside = await changedBeside(
    drive,
    conflicts.flatMap(({ paths }) => paths),
  );
  return { reasons: sayConflicts(phase, conflicts, beside), beside };
}

/** Both sides have a place in the files: nobody has to choose before an attempt resolves it. */
export const canBeMarked = (conflicts: readonly MergeConflict[]): boolean =>
  conflicts.every(({ hasMarkers }) => hasMarkers);

/** What a person is asked whose word decides what holds. */
export const askAboutConflict = (
  conflicts: readonly MergeConflict[],
  { reasons, beside }: SaidConflicts,
): Question => ({
  about: 'conflict',
  conflict: { files: conflicts.map(({ kind, paths }) => ({ kind, paths })), with: beside },
  text: askWhatHolds(reasons),
});

/** Whether an attempt may find these laid in its working tree: marked, or because a person has said of each what should hold. */
export function mayBeLaid(
  { record: { records } }: Drive,
  { id, onConflict }: Phase,
  conflicts: readonly MergeConflict[],
): boolean {
  const { question, approvals = [] } = records.get(id) ?? {};
  const isAnswered = approvals.at(-1)?.decision === 'answered';
  const answered = isAnswered ? (question?.conflict?.files ?? []) : [];
  const isSaid = ({ kind, paths }: MergeConflict): boolean =>
    answered.some((file) => file.kind === kind && file.paths.join('\0') === paths.join('\0'));
  return conflicts.every((conflict) => isSaid(conflict) || (onConflict === 'retry' && conflict.hasMarkers));
}

/** Asks about work from before that does not merge, before anybody goes on with it. It is held as it lies there. */
export async function publishConflict(
  drive: Drive,
  phase: Phase,
  conflicts: readonly MergeConflict[],
): Promise<Drive> {
  const said = await saidConflicts(drive, phase.id, conflicts);
  return publishAsked(drive, phase.id, askAboutConflict(conflicts, said), {
    subject: `${phase.id} waits for an answer`,
    body: said.reasons.map((reason) => `- ${reason}`).join('\n'),
    takes: 'all',
  });
}
