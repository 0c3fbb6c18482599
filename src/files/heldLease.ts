import { CairnError } from '../base/cairnError.ts';
import type { Lease } from '../session/ports.ts';
import { onDisk } from './asCairnError.ts';
import { newestLease, removeLease, writeLease, type LeaseRecord, type NewestLease } from './leaseFile.ts';

const RECENTLY_MS = 50;

/** A lease that was just won: beats until it is released or lost. */
export function heldLease(of: {
  readonly folder: string;
  readonly epoch: number;
  readonly record: LeaseRecord;
  readonly tookOver: boolean;
  readonly heartbeatMs: number;
}): Lease {
  const { folder, epoch, tookOver } = of;
  const lost = new AbortController();
  let record = of.record;
  let over = false;
  let beating: Promise<void> = Promise.resolve();

  const isOurs = (): Promise<boolean> => stillOurs(of, lost);
  const beat = async (): Promise<void> => {
    if (over || !(await isOurs())) return;
    record = { ...record, counter: record.counter + 1 };
    await writeLease(folder, epoch, record);
  };
  const timer = setInterval(() => {
    // A beat that fails (disk full, share away) is tried again with the next; if others replace us meanwhile, the epoch tells.
    beating = beating.then(beat).catch(() => undefined);
  }, of.heartbeatMs);
  // A lease that nobody released must not keep a process alive.
  timer.unref();
  const stop = (): void => {
    over = true;
    clearInterval(timer);
  };
  lost.signal.addEventListener('abort', stop);

  let confirmed = -Infinity;
  const confirm = async (): Promise<void> => {
    const now = performance.now();
    if (!(await onDisk(folder, isOurs))) throw lost.signal.reason;
    confirmed = now;
  };

  return {
    epoch,
    tookOver,
    lost: lost.signal,
    confirm,
    // The clock shows an owner that stood still for longer than this.
    reconfirm: async () => {
      lost.signal.throwIfAborted();
      if (performance.now() - confirmed > RECENTLY_MS) await confirm();
    },
    async release() {
      if (over) return;
      stop();
      await beating;
      if (!(await isOurs())) return;
      try {
        await writeLease(folder, epoch, { ...record, counter: record.counter + 1, released: true });
      } catch {
        // On a full disk we can write nothing, but we can remove the file: no lease is a free one. If even that fails, its
        // counter stands still from now on. Throws nothing: the caller has something more important to report.
        await removeLease(folder, epoch);
      }
    },
  };
}

/** Aborts `lost` if another epoch rules, or if the file is gone or no longer ours. */
async function stillOurs(
  {
    folder,
    epoch,
    record,
  }: { readonly folder: string; readonly epoch: number; readonly record: LeaseRecord },
  lost: AbortController,
): Promise<boolean> {
  const newest = await newestLease(folder);
  if (newest?.epoch === epoch && newest.record?.nonce === record.nonce) return true;
  if (!lost.signal.aborted) lost.abort(lostTo(newest));
  return false;
}

function lostTo(newest: NewestLease | null): CairnError {
  const by = newest?.record ?? null;
  return new CairnError('lease/held', {
    session: by?.session ?? '',
    holder: by === null ? 'unknown' : `pid ${by.pid} on ${by.host}`,
    since: by?.since ?? '',
  });
}
