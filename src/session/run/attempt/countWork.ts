import type { Usage } from '../../../model/attempt/usage.ts';
import type { Context } from '../../drive.ts';

const EVERY_MS = 30_000;

/** What an attempt has used so far. */
export interface SoFar {
  readonly ms: number;
  readonly usage?: Usage;
}

/**
 * Journals now and then what an attempt has used, so that one that is cut off counts for limits, too. So does `end`, and whoever is
 * about to publish what was used up to then.
 */
export function countWork(
  { world: { clock, log }, state, spending }: Context,
  soFar: () => SoFar,
): { readonly end: (how: 'told' | 'cut-off') => Promise<void> } {
  const over = new AbortController();
  const note = (): Promise<void> =>
    state
      .journal({ type: 'agent-worked', at: clock.now(), ...soFar() }, { flush: false })
      .catch((error: unknown) =>
        log.warn('what an attempt has used could not be kept', { error: String(error) }),
      );
  const uncounted = spending.noting(note);
  const count = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(EVERY_MS, over.signal);
      await note();
    }
  };
  // It ends by the signal.
  void count().catch(() => undefined);
  return {
    async end(how) {
      over.abort();
      uncounted();
      if (how === 'cut-off') await note();
    },
  };
}
