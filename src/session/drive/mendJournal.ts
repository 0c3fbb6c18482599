import type { JournalLine } from '../../model/attempt/journal.ts';
import { planMending, type Mending } from '../../model/attempt/planMending.ts';
import type { Drive } from '../drive.ts';
import { listed, tell } from '../tell.ts';

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
  tell(world, sentenceOf(mending, lines));
}

function sentenceOf({ open, lost }: Mending, lines: readonly JournalLine[]): string {
  const names = lost.map(({ phase, attempt }) => `attempt ${attempt} of ${phase}`);
  if (names.length > 0)
    return `The line of the journal on this machine that began ${listed(names)} was damaged: what that attempt left counts as an edit.`;
  if (open !== null)
    return `The journal of attempt ${open.attempt} of ${open.phase} was damaged on this machine: it counts as cut off.`;
  return lines.some(({ type }) => type === 'process-started' || type === 'agent-ended')
    ? 'The line of the journal on this machine that began an attempt was damaged: what that attempt left counts as an edit.'
    : 'A line of the journal on this machine was damaged; nothing that goes on depends on it.';
}
