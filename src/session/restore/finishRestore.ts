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
 * where that is there, only what comes after it was left behind, and what lies on disk by now may be a person's again.
 */
export async function finishRestore(drive: Drive): Promise<Finished> {
  const { cutOff: restore } = await notedRestores(drive.state);
  if (restore === null) return { drive, finished: null };
  const { record, history } = drive;
  const checkpoint = history.find((candidate) => candidate.commit === restore.to);
  const [newest] = history;
  if (checkpoint !== undefined && newest !== undefined) {
    if (restore.from === record.commit) return carryOn(drive, restore, checkpoint, newest);
    if (newest.parent === restore.from && newest.trailers.kind === 'restore')
      return layTheRest(drive, restore, checkpoint, newest);
  }
  await keepEnded(drive.state, restore, drive.world.clock.now());
  return { drive, finished: null };
}

async function carryOn(
  drive: Drive,
  restore: BegunRestore,
  checkpoint: Checkpoint,
  newest: Checkpoint,
): Promise<Finished> {
  const chosen: ChosenRestore = restore.undo
    ? { kind: 'undo', checkpoint, restore: newest }
    : { kind: 'to', checkpoint };
  const { drive: restored, ...result } = await carryOutRestore(drive, chosen, restore);
  tell(drive.world, { notice: 'restore-finished', seq: checkpoint.trailers.seq });
  return { drive: restored, finished: { chosen, result } };
}

/** What its files are compared with is gone by now: it answers where it went, and where what was there before is. */
async function layTheRest(
  drive: Drive,
  restore: BegunRestore,
  checkpoint: Checkpoint,
  published: Checkpoint,
): Promise<Finished> {
  const { session, history, state, world } = drive;
  const undone = restore.undo ? history.find(({ commit }) => commit === restore.from) : undefined;
  const laid = await layBeside(drive, undone?.trailers.seq ?? null);
  await keepEnded(state, restore, world.clock.now());
  const { phase, seq } = checkpoint.trailers;
  const result: RestoreResult = {
    session,
    restoredTo: { phase, seq },
    changed: [],
    skipped: [],
    notUndone: [],
    seq: published.trailers.seq,
    commit: published.commit,
    rescue: restore.rescue,
  };
  const chosen: ChosenRestore =
    undone === undefined ? { kind: 'to', checkpoint } : { kind: 'undo', checkpoint, restore: undone };
  return { drive: laid, finished: { chosen, result } };
}
