import { readAttempts } from '../../model/openAttempt.ts';
import type { Drive } from '../drive.ts';
import { tell } from '../tell.ts';

/**
 * Where a line of the journal before the last is damaged, nobody knows any more how far the attempt in flight came: it
 * counts as cut off, whatever else is written of it. Afterwards the journal is whole again.
 */
export async function mendJournal({ state, world }: Pick<Drive, 'state' | 'world'>): Promise<void> {
  const { lines, damaged } = await state.readJournal();
  if (!damaged) return;
  const { open } = readAttempts(lines);
  if (open === null) {
    await state.resetJournal(lines);
    return tell(
      world,
      lines.some(({ type }) => type === 'process-started' || type === 'agent-ended')
        ? 'The line of the journal on this machine that began an attempt was damaged: what that attempt left counts as an edit.'
        : 'A line of the journal on this machine was damaged; nothing that goes on depends on it.',
    );
  }
  const { phase, attempt } = open;
  await state.resetJournal([...lines, { type: 'attempt-cut-off', at: world.clock.now(), phase, attempt }]);
  tell(
    world,
    `The journal of attempt ${attempt} of ${phase} was damaged on this machine: it counts as cut off.`,
  );
}
