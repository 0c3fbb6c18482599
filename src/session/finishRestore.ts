import { readAttempts } from '../model/openAttempt.ts';
import { captureWork } from './captureWork.ts';
import type { Drive } from './drive.ts';
import { putBack } from './putBack.ts';
import { carryOutRestore } from './restoreSession.ts';
import { tell } from './tell.ts';

/** A restore that a crash cut off is finished: again from its first step when nothing was published, else the files alone. */
export async function finishRestore(drive: Drive): Promise<void> {
  const { restore } = readAttempts((await drive.state.readJournal()).lines);
  if (restore === null) return;
  const { record, world } = drive;
  if (restore.from === record.commit) {
    const { history } = drive;
    const checkpoint = history.find((candidate) => candidate.commit === restore.to);
    const newest = history[0];
    if (checkpoint !== undefined && newest !== undefined) {
      await carryOutRestore(
        drive,
        restore.undo ? { kind: 'undo', checkpoint, restore: newest } : { kind: 'to', checkpoint },
      );
      tell(world, `A restore to checkpoint ${checkpoint.trailers.seq} had been cut off; it is finished now.`);
    }
    return;
  }
  // The checkpoint is there: only the files may lag behind it.
  if (restore.undo) {
    const { trailers } = record;
    if (trailers?.kind === 'restore') await putBack(drive, trailers.seq - 1);
  } else {
    const present = await captureWork(world, drive.tree, drive.session);
    await drive.tree.write(present.tree, record.tree);
  }
  await drive.tree.load(record.commit);
  await drive.state.resetJournal([]);
}
