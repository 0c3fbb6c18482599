import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Drive } from '../drive.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** Without work a checkpoint closes no attempt but of its own phase: what has begun of another one is gone on with. */
export async function clearsJournal(
  { ahead, state }: Drive,
  { keepJournal, work, phase }: NewCheckpoint,
): Promise<boolean> {
  if (keepJournal === true) return false;
  if (work !== 'unchanged') return true;
  if (ahead !== null) return false;
  if (keepJournal === false || phase === null) return true;
  const { begun } = readAttempts((await state.readJournal()).lines);
  return begun === null || begun.phase === phase;
}
