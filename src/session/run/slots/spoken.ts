import type { GivenWord } from '../../../model/agent/givenWord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { Drive } from '../../drive.ts';

const POLL_MS = 150;

/** What people have said of phases that wait while others work; of none, where phases run one by one. */
export async function wordsGiven(
  first: Drive,
  working: ReadonlyMap<PhaseId, unknown>,
): Promise<readonly GivenWord[]> {
  if (first.record.slot === undefined) return [];
  const words = await first.state.words.list();
  return words.filter(({ phase }) => !working.has(phase));
}

/** Comes once a person has said something; never, where phases run one by one. */
export async function spoken(
  first: Drive,
  working: ReadonlyMap<PhaseId, unknown>,
  over: AbortSignal,
): Promise<void> {
  if (first.record.slot === undefined) return new Promise(() => {});
  while (!over.aborted && (await wordsGiven(first, working)).length === 0)
    await first.world.clock.sleep(POLL_MS, over).catch(() => undefined);
}
