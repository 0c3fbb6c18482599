import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import type { Drive } from '../drive.ts';
import { askedOf } from '../record/askedOf.ts';
import { rememberHead } from '../workingTree/head.ts';
import { answerIn } from './decide.ts';

/** In place, a person says that HEAD is where it should be: the answer, where the session waits with that question. */
export async function goOnHere(drive: Drive): Promise<Drive> {
  const { status, records } = drive.record;
  const asked = status.rows.find(
    (row) => row.status === 'waiting' && askedOf(records.get(row.phase)) === 'head',
  );
  if (asked !== undefined) return answerIn(drive, asked.phase, GO_ON_HERE);
  await rememberHead(drive);
  return drive;
}
