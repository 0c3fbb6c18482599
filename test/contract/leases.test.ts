import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { claimLease, newestLease } from '../../src/files/leaseFile.ts';
import { createLeases } from '../../src/files/leases.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import type { Lease, LeaseHeld, Leases } from '../../src/session/ports.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { leaseOwner } from '../support/leaseOwner.ts';
import { memoryLeases } from '../support/memoryLeases.ts';

interface Harness {
  readonly own: Leases;
  /** Lets another owner take a lease; answers what happens to that owner then. */
  readonly other: (
    key: string,
  ) => Promise<{ kill(): Promise<void>; silence(): Promise<void>; release(): Promise<void> }>;
  /** Lets another take over what `own` holds, as one does that has seen no heartbeat for a whole lease time. */
  readonly replace: (key: string) => Promise<void>;
}

const harnesses: Readonly<Record<string, () => Promise<Harness>>> = {
  async 'on disk'() {
    const stateFolder = await temporaryFolder();
    const times = { leaseMs: 1_000, heartbeatMs: 100 };
    return {
      own: createLeases({ stateFolder, gitDir: '/git', clock: createClock(), ...times }),
      async other(key) {
        const owner = leaseOwner({ stateFolder, key, ...times });
        await owner.says();
        return {
          kill: () => owner.signal('SIGKILL'),
          silence: () => owner.signal('SIGSTOP'),
          release: () => owner.release(),
        };
      },
      async replace(key) {
        const { epoch, record } = (await newestLease(join(stateFolder, key)))!;
        const theirs = { ...record!, nonce: 'theirs', session: 'other-session' };
        await claimLease(join(stateFolder, key), epoch + 1, theirs);
      },
    };
  },
  async 'in memory'() {
    const all = memoryLeases(fakeClock({ automatic: true }));
    return {
      own: all.of('own'),
      async other(key) {
        const lease = await all.of('other').take(key, { session: 'other-session' as SessionId, run: null });
        return {
          kill: async () => all.kill('other'),
          silence: async () => all.silence('other'),
          release: async () => ('epoch' in lease ? lease.release() : undefined),
        };
      },
      async replace(key) {
        all.silence('own');
        await all.of('other').take(key, { session: 'other-session' as SessionId, run: null });
      },
    };
  },
};

const about = { session: 'own-session' as SessionId, run: null };
const asLease = (answer: Lease | LeaseHeld): Lease => {
  if ('heldBy' in answer) throw new Error(`held by ${answer.heldBy}`);
  return answer;
};

describe.each(Object.entries(harnesses))('leases %s', (_name, make) => {
  test('a key that nobody held is free, is then held, and free again; its epoch grows', async () => {
    const { own } = await make();
    expect(await own.peek('key')).toEqual({ held: false, epoch: 0 });
    const lease = asLease(await own.take('key', about));
    expect([lease.epoch, lease.tookOver, await own.peek('key')]).toEqual([
      1,
      false,
      expect.objectContaining({ held: true, epoch: 1, session: about.session, here: true }),
    ]);
    expect(await own.take('key', about)).toMatchObject({
      session: about.session,
      heldBy: expect.any(String) as string,
    });
    await lease.release();
    expect(await own.peek('key')).toEqual({ held: false, epoch: 1 });
    const next = asLease(await own.take('key', about));
    expect([next.epoch, next.tookOver, lease.lost.aborted && next.lost.aborted]).toEqual([2, false, false]);
    await next.release();
  });

  test('keys do not know each other', async () => {
    const { own, other } = await make();
    await other('one');
    const lease = asLease(await own.take('two', about));
    expect([lease.epoch, (await own.peek('one')).held]).toEqual([1, true]);
    await lease.release();
  });

  test('who asks is told at once that another has taken over, before any heartbeat', async () => {
    const { own, replace } = await make();
    const lease = asLease(await own.take('key', about));
    await lease.confirm();
    await replace('key');
    await expect(lease.confirm()).rejects.toMatchObject({
      code: 'lease/held',
      details: { session: 'other-session' },
    });
    expect(lease.lost.aborted).toBe(true);
    await expect(lease.reconfirm()).rejects.toMatchObject({ code: 'lease/held' });
  });

  test('a living owner keeps it, a released one leaves it', async () => {
    const { own, other } = await make();
    const owner = await other('key');
    expect(await own.take('key', about)).toMatchObject({ session: 'other-session' });
    await owner.release();
    const lease = asLease(await own.take('key', about));
    expect([lease.epoch, lease.tookOver]).toEqual([2, false]);
    await lease.release();
  });

  test.each(['kill', 'silence'] as const)(
    'what an owner that is gone (%s) held is taken over',
    async (how) => {
      const { own, other } = await make();
      await (await other('key'))[how]();
      const lease = asLease(await own.take('key', about));
      expect([lease.epoch, lease.tookOver, lease.lost.aborted]).toEqual([2, true, false]);
      await lease.confirm();
      await lease.release();
      await lease.release();
    },
  );
});
