import { CairnError } from '../base/cairnError.ts';
import type { Lease } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { newestLease, removeLease, writeLease, type LeaseRecord, type NewestLease } from './leaseFile.ts';

const RECENTLY_MS = 50;

/** Keeps a lease that was just won: beats until it is released or lost. */
export function heldLease(of: {
  readonly folder: string;
  readonly epoch: number;
  readonly record: LeaseRecord;
  readonly tookOver: boolean;
  readonly heartbeatMs: number;
}): Lease {
  const lost = new AbortController();
  let record = of.record;
  let over = false;
  let beating: Promise<void> = Promise.resolve();

  const beat = async (): Promise<void> => {
    if (over || !(await stillOurs(of.folder, of.epoch, record.nonce, lost))) return;
    record = { ...record, counter: record.counter + 1 };
    await writeLease(of.folder, of.epoch, record);
  };
  // Unreferenced: a lease that somebody forgot to release must not keep a process alive.
  const timer = setInterval(() => {
    // A beat that fails (disk full, share away) is tried again with the next; if others replace us meanwhile, the epoch tells.
    beating = beating.then(beat).catch(() => undefined);
  }, of.heartbeatMs);
  timer.unref();
  const stop = async (): Promise<void> => {
    over = true;
    clearInterval(timer);
    await beating;
  };
  lost.signal.addEventListener('abort', () => {
    over = true;
    clearInterval(timer);
  });

  let asked = -Infinity;
  const confirm = async (): Promise<void> => {
    const now = performance.now();
    if (!(await onDisk(of.folder, () => stillOurs(of.folder, of.epoch, record.nonce, lost))))
      throw lost.signal.reason;
    asked = now;
  };

  return {
    epoch: of.epoch,
    tookOver: of.tookOver,
    lost: lost.signal,
    confirm,
    // Whoever stood still for longer than this sees it by the clock.
    reconfirm: async () => {
      lost.signal.throwIfAborted();
      if (performance.now() - asked > RECENTLY_MS) await confirm();
    },
    async release() {
      if (over) return;
      await stop();
      if (!(await stillOurs(of.folder, of.epoch, record.nonce, lost))) return;
      try {
        await writeLease(of.folder, of.epoch, { ...record, counter: record.counter + 1, released: true });
      } catch {
        // On a full disk nothing can be written, but what is there can go: no lease is a free one. If not even that,
        // its counter stands still from now on. Whoever lets go has something more important to say than this.
        await removeLease(of.folder, of.epoch);
      }
    },
  };
}

function lostTo(newest: NewestLease | null): CairnError {
  const by = newest?.record ?? null;
  return new CairnError('lease/held', {
    session: by?.session ?? '',
    holder: by === null ? 'unknown' : `pid ${by.pid} on ${by.host}`,
    since: by?.since ?? '',
  });
}

/** Aborts `lost` when another epoch rules, or when the file was removed or is not ours any more. */
async function stillOurs(
  folder: string,
  epoch: number,
  nonce: string,
  lost: AbortController,
): Promise<boolean> {
  const newest = await newestLease(folder);
  if (newest !== null && newest.epoch === epoch && newest.record?.nonce === nonce) return true;
  if (!lost.signal.aborted) lost.abort(lostTo(newest));
  return false;
}
