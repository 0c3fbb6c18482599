import type { JournalLine } from '../../model/attempt/journal.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import { planMending, type Mending } from '../../model/attempt/planMending.ts';
import type { Drive } from '../drive.ts';
import type { Notice } from '../notice.ts';
import { tell } from '../tell.ts';
import type { Holding } from '../workingTree/workingTreeOf.ts';

/**
 * Where a line of the journal before the last is damaged, nobody knows any more how far the attempt in flight came: it
 * counts as cut off, whatever else is written of it. Afterwards the journal is whole again.
 */
export async function mendJournal({
  state,
  world,
  record,
}: Pick<Drive, 'state' | 'world' | 'record'>): Promise<void> {
  const { lines, damaged } = await state.readJournal();
  if (!damaged) return;
  const mending = planMending(lines, record.status.rows, await state.outputs());
  const at = world.clock.now();
  const given = [...(mending.open === null ? [] : [mending.open]), ...mending.lost];
  const cutOff = given.map(
    ({ phase, attempt }) => ({ type: 'attempt-cut-off', at, phase, attempt }) as const,
  );
  await state.resetJournal([...lines, ...cutOff]);
  tell(world, noticeOf(mending, lines));
}

/**
 * What the attempt in flight left no longer lies in its working tree, which is another one by now, or follows what was published elsewhere: it
 * counts as cut off, however its agent ended.
 *
 * @param laid what is laid there instead; of this attempt, if that was queued
 */
export async function cutOffLost(
  { state, world }: Pick<Drive, 'state' | 'world'>,
  laid: () => Promise<Holding | null>,
): Promise<void> {
  const { open } = readAttempts((await state.readJournal()).lines);
  if (open === null || open.ended === null) return;
  const { phase, attempt } = open;
  const holding = await laid();
  if (holding !== null && holding.to !== null && holding.attempt >= attempt) return;
  await state.journal({ type: 'attempt-cut-off', at: world.clock.now(), phase, attempt }, { flush: true });
}

function noticeOf({ open, lost }: Mending, lines: readonly JournalLine[]): Notice {
  const attempts = lost.map(({ phase, attempt }) => ({ phase, attempt }));
  if (attempts.length > 0) return { notice: 'attempt-line-damaged', attempts };
  if (open !== null) return { notice: 'journal-damaged', phase: open.phase, attempt: open.attempt };
  return lines.some(({ type }) => type === 'process-started' || type === 'agent-ended')
    ? { notice: 'attempt-line-damaged', attempts }
    : { notice: 'journal-line-damaged' };
}
