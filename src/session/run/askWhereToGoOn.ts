import { readAttempts } from '../../model/attempt/openAttempt.ts';
import type { Drive } from '../drive.ts';
import { describeHead, wayBack } from '../workingTree/elsewhere.ts';
import { GO_ON_HERE } from '../../model/checkpoint/goOnHere.ts';
import { recordBefore } from './close/phaseRecordOf.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import { rowOf, withRow } from '../record/rows.ts';
import { nextPhase } from '../../model/plan/nextPhase.ts';

/**
 * In place, when HEAD is on another branch or history than it was left on: nothing is captured or changed,
 * the session waits with one question.
 */
export async function askWhereToGoOn(drive: Drive): Promise<Drive> {
  const { record } = drive;
  const phase = nextPhase(record.workflow, record.status.rows);
  if (phase === null) return drive;
  const found = await drive.checkout.tree.head();
  const at = drive.world.clock.now();
  const before = rowOf(record.status.rows, phase.id);
  // This checkpoint gives up an open attempt; its number stays used.
  const { highest } = readAttempts((await drive.state.readJournal()).lines);
  const row = { ...before, attempt: Math.max(before.attempt, highest.get(phase.id) ?? 0) };
  const left = describeHead(drive.checkout.head);
  const back = await wayBack(drive.world.repository, drive.checkout.head, found);
  return publishCheckpoint(drive, {
    kind: 'waiting',
    phase: phase.id,
    attempt: row.attempt,
    state: 'waiting',
    next: phase.id,
    rows: withRow(record.status.rows, phase.id, { status: 'waiting', attempt: row.attempt, updated: at }),
    work: 'unchanged',
    record: {
      ...recordBefore(record, row),
      attempt: row.attempt,
      status: 'waiting',
      question: {
        text: `HEAD was on ${left} and is now on ${describeHead(found)}. Go back there (\`${back}\`) and resume, or answer "${GO_ON_HERE}" to take this tree as an edit.`,
        // Going back needs no answer: the next resume sees it.
        options: [GO_ON_HERE],
        asked: at,
      },
    },
    subject: `${phase.id} waits: HEAD is elsewhere`,
    body: 'Nothing was captured or changed.',
    keepHead: true,
  });
}
