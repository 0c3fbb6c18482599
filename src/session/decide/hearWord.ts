import type { GivenWord } from '../../model/agent/givenWord.ts';
import { tipOf, type Drive } from '../drive.ts';
import { toldBy } from '../run/slots/tellingOf.ts';
import { refuseWentOn } from './refuseWentOn.ts';
import { wasTaken } from './takenWord.ts';
import { layIn } from './layConflict.ts';
import { answerIn, approveIn, rejectIn } from './decide.ts';

/**
 * Does what a person says of a phase that waits, for who drives the session.
 *
 * @throws `usage/not-possible` where the phase has gone on since
 */
export async function hearWord(lead: Drive, word: GivenWord): Promise<Drive> {
  const { record } = tipOf(lead);
  if (wasTaken(record, word)) return lead;
  refuseWentOn(record, word);
  const { by, at } = word;
  const theirs = toldBy(lead, (tip) => ({ ...lead.worldAt(tip), said: { by, at } }));
  return toldBy(await carryOut(theirs, word), lead.worldAt);
}

async function carryOut(lead: Drive, { act, phase, text }: GivenWord): Promise<Drive> {
  switch (act) {
    case 'approve':
      return approveIn(lead, phase, text);
    case 'reject':
      return rejectIn(lead, phase, text);
    case 'answer':
      return answerIn(lead, phase, text ?? '');
    case 'lay':
      return layIn(lead, phase);
  }
}
