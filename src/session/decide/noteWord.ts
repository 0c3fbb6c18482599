import type { SessionId } from '../../model/names/ids.ts';
import type { World } from '../world.ts';

/** Remembers which session was spoken to last. The word was said, whether or not that can be noted. */
export async function noteWord(
  { state, clock, log }: Pick<World, 'state' | 'clock' | 'log'>,
  session: SessionId,
): Promise<void> {
  await state
    .noteWord({ session, at: clock.now() })
    .catch((error: unknown) => log.warn('unnoted word', { session, error: String(error) }));
}
