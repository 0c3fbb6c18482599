import { CairnError } from '../../base/cairnError.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { SessionRequest } from '../ports.ts';
import type { World } from '../world.ts';

const POLL_MS = 100;
const MOST_MS = 30_000;

/**
 * Asks the owner of a session, through a file, to stop, and waits until it has none.
 *
 * @param whenFree answers null if somebody else was faster and is the owner now
 * @throws `lease/held`: who drives it does not let go
 */
export async function askUntilFree<T>(
  { state, leases, clock }: Pick<World, 'state' | 'leases' | 'clock'>,
  session: SessionId,
  request: SessionRequest,
  whenFree: () => Promise<T | null>,
): Promise<T> {
  const start = clock.monotonic();
  for (;;) {
    const view = await leases.peek(session);
    if (!view.held) {
      const answer = await whenFree();
      if (answer !== null) return answer;
    } else {
      // Asks repeatedly: whoever takes the lease over meanwhile has not been asked.
      await state.of(session).request(request, view.epoch);
      if (clock.monotonic() - start > MOST_MS)
        throw new CairnError('lease/held', { session, holder: view.by, since: view.since });
    }
    await clock.sleep(POLL_MS);
  }
}
