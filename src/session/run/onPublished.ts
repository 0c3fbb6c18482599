import { movedTo, passedBy, type Drive } from '../drive.ts';
import { readHistory } from '../record/history.ts';
import { readSession } from '../record/sessionRecord.ts';

/** A step that was cut short may have published. As for a resume, the ref decides. */
export async function onPublished(drive: Drive): Promise<Drive> {
  const { world, session, ref, record, state } = drive;
  const tip = await world.repository.tip(ref);
  const known = record.slot?.tip ?? record.commit;
  if (tip === null || tip === known || !(await state.published()).has(tip)) return drive;
  const now = await readSession(world.repository, session, ref, tip);
  const at = { record: now, history: await readHistory(world.repository, now) };
  return record.slot === undefined ? movedTo(drive, at) : passedBy(drive, at);
}
