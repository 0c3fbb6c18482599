import type { GivenWord } from '../../../model/agent/givenWord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Drive } from '../../drive.ts';
import { isAskedSince } from '../../record/askedAt.ts';

const POLL_MS = 150;

/** Phases at work, each with its row as it began. */
type AtWork = ReadonlyMap<PhaseId, { readonly row: StatusRow }>;

/**
 * What people have said while others work; none, where phases run one by one. A phase that was published as waiting a moment ago is
 * still leaving its slot, and one that waits may be at work on whether its gate holds by now: what is said of that is heard once it is not.
 */
export async function wordsGiven(lead: Drive, working: AtWork): Promise<readonly GivenWord[]> {
  if (lead.record.slot === undefined) return [];
  const words = await lead.state.words.list();
  return words.filter(({ phase, asked }) => {
    const began = working.get(phase);
    return began === undefined || !isAskedSince(asked, began.row);
  });
}

/** Comes once a person has said something; never, where phases run one by one. */
export async function spoken(lead: () => Drive, working: AtWork, over: AbortSignal): Promise<void> {
  if (lead().record.slot === undefined || over.aborted) return new Promise(() => {});
  while (!over.aborted) {
    const now = lead();
    if ((await wordsGiven(now, working)).length > 0) return;
    await now.world.clock.sleep(POLL_MS, over).catch(() => undefined);
  }
}
