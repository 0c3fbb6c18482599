import { resetsJournal } from '../../model/attempt/endsAttempt.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Timestamp } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import type { Published } from './logCheckpoint.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** Begins the journal anew where a checkpoint has ended what it was of. A restore that has not ended is in it still. */
export async function resetJournal(
  { ahead, state }: Drive,
  { kind, phase, attempt, work }: NewCheckpoint,
  published: Published & { readonly at: Timestamp },
): Promise<void> {
  const { begun, restore } = readAttempts((await state.readJournal()).lines);
  const by = { kind, phase, attempt, held: null, takesWork: work !== 'unchanged', isBehind: ahead !== null };
  if (!resetsJournal(by, begun)) return;
  const still = restore === null ? [] : [restore];
  await state.resetJournal([{ type: 'checkpoint-published', ...published }, ...still]);
}
