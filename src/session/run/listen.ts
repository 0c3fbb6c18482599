import type { Context } from '../drive.ts';

const POLL_MS = 150;

/** What others asked of a run while it was running. */
export interface Listening {
  /** Aborts as soon as it sees a stop or a cancel. */
  readonly stopped: AbortSignal;
  /** Checks now. Every checkpoint calls it before its ref moves, so that an earlier request counts. */
  readonly throwIfStopRequested: () => Promise<void>;
  /** True if somebody cancelled the session. */
  isCancelled(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * Listens for requests, which come as files from any window or terminal.
 *
 * @param outer the caller's own wish to stop
 */
export function listen(drive: Context, outer: AbortSignal): Listening {
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    const asked = await drive.state.requests(drive.lease.epoch);
    if (asked.includes('stop') || asked.includes('cancel')) stopping.abort(new Error('stop requested'));
  };
  const done = new AbortController();
  const polling = poll(drive, look, AbortSignal.any([outer, stopping.signal, done.signal, drive.lease.lost]));
  return {
    stopped: stopping.signal,
    async throwIfStopRequested() {
      await look();
      outer.throwIfAborted();
      stopping.signal.throwIfAborted();
    },
    isCancelled: async () => (await drive.state.requests(drive.lease.epoch)).includes('cancel'),
    async end() {
      done.abort();
      await polling;
    },
  };
}

async function poll(
  { world }: Pick<Context, 'world'>,
  look: () => Promise<void>,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await look();
    try {
      await world.clock.sleep(POLL_MS, over);
    } catch {
      // The sleep ends with the run.
      return;
    }
  }
}
