import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { ChosenRestore } from '../../model/plan/chooseRestore.ts';
import { carryOutRestore } from './carryOutRestore.ts';
import { layBeside } from './layBeside.ts';
import type { Drive } from '../drive.ts';
import { keepEnded, notedRestores, type BegunRestore } from '../drive/restoreJournal.ts';
import type { RestoreResult } from '../results.ts';
import { tell } from '../tell.ts';

/** A session that has no half-done restore. */
export interface Finished {
  readonly drive: Drive;
  /** The restore that we finished now and somebody else had begun. */
  readonly finished: { readonly chosen: ChosenRestore; readonly result: RestoreResult } | null;
}

/**
 * Finishes a restore that a crash cut off. Its files are written and checked before its checkpoint is published:
 * where that is there, only the journal was left behind, and what lies on disk by now may be a person's again.
 */
export async function finishRestore(drive: Drive): Promise<Finished> {
  const { cutOff: restore } = await notedRestores(drive.state);
  if (restore === null) return { drive, finished: null };
  const { record, world, history } = drive;
  const checkpoint = history.find((candidate) => candidate.commit === restore.to);
  const [newest] = history;
  if (restore.from !== record.commit || checkpoint === undefined || newest === undefined) {
    // Only what comes after its checkpoint was cut off.
    const isPublished = newest?.parent === restore.from && newest.trailers.kind === 'restore';
    const undone = restore.undo ? history.find(({ commit }) => commit === restore.from) : undefined;
    const laid = isPublished ? await layBeside(drive, undone?.trailers.seq ?? null) : drive;
    await keepEnded(drive.state, restore, world.clock.now());
    if (!isPublished || checkpoint === undefined) return { drive: laid, finished: null };
    const chosen: ChosenRestore =
      undone === undefined ? { kind: 'to', checkpoint } : { kind: 'undo', checkpoint, restore: undone };
    return { drive: laid, finished: { chosen, result: publishedBefore(drive, checkpoint, newest, restore) } };
  }
  const chosen: ChosenRestore = restore.undo
    ? { kind: 'undo', checkpoint, restore: newest }
    : { kind: 'to', checkpoint };
  const { drive: restored, ...result } = await carryOutRestore(drive, chosen, restore);
  tell(world, { notice: 'restore-finished', seq: checkpoint.trailers.seq });
  return { drive: restored, finished: { chosen, result } };
}

/** What its files are compared with is gone by now: it answers where it went, and where what was there before is. */
const publishedBefore = (
  { session }: Drive,
  { trailers }: Checkpoint,
  published: Checkpoint,
  { rescue }: BegunRestore,
): RestoreResult => ({
  session,
  restoredTo: { phase: trailers.phase, seq: trailers.seq },
  changed: [],
  skipped: [],
  notUndone: [],
  seq: published.trailers.seq,
  commit: published.commit,
  rescue,
});
