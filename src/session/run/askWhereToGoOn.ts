import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import { nextPhase } from '../../model/plan/nextPhase.ts';
import type { Drive } from '../drive.ts';
import { describeHead, wayBack } from '../workingTree/elsewhere.ts';
import { publishAsked } from './next/publishAsked.ts';

/**
 * In place, when HEAD is on another branch or history than it was left on: nothing is captured or changed,
 * the session waits with one question.
 */
export async function askWhereToGoOn(drive: Drive): Promise<Drive> {
  const { record, checkout, world } = drive;
  const phase = nextPhase(record.workflow, record.status.rows);
  if (phase === null) return drive;
  const found = await checkout.tree.head();
  const back = await wayBack(world.repository, checkout.head, found);
  const text = `HEAD was on ${describeHead(checkout.head)} and is now on ${describeHead(found)}. Go back there (\`${back}\`) and resume, or answer "${GO_ON_HERE}" to take this tree as an edit.`;
  return publishAsked(
    drive,
    phase.id,
    // Going back needs no answer: the next resume sees it.
    { text, options: [GO_ON_HERE] },
    {
      subject: `${phase.id} waits: HEAD is elsewhere`,
      body: 'Nothing was captured or changed.',
      keepHead: true,
    },
  );
}
