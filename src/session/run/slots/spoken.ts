import type { GivenWord } from '../../../model/agent/givenWord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { tipOf, type Drive } from '../../drive.ts';

const POLL_MS = 150;

/**
 * What people have said while others work, but for words of a phase that waits and is just leaving its slot; none, where phases run one
 * by one.
 */
export async function wordsGiven(
  lead: Drive,
  working: ReadonlyMap<PhaseId, unknown>,
): Promise<readonly GivenWord[]> {
  if (lead.record.slot === undefined) return [];
  const words = await lead.state.words.list();
  const { rows } = tipOf(lead).record.status;
  const isLeaving = (phase: PhaseId): boolean =>
    working.has(phase) && rows.some((row) => row.phase === phase && row.status === 'waiting');
  return words.filter(({ phase }) => !isLeaving(phase));
}

/** Comes once a person has said something; never, where phases run one by one. */
export async function spoken(
  lead: () => Drive,
  working: ReadonlyMap<PhaseId, unknown>,
  over: AbortSignal,
): Promise<void> {
  if (lead().record.slot === undefined || over.aborted) return new Promise(() => {});
  while (!over.aborted) {
    const now = lead();
    if ((await wordsGiven(now, working)).length > 0) return;
    await now.world.clock.sleep(POLL_MS, over).catch(() => undefined);
  }
}
