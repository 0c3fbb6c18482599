import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import { ownIdentity } from '../../src/host/machineId.ts';
import { createLeases } from '../../src/files/leases.ts';
import { claimLease, type LeaseRecord } from '../../src/files/leaseFile.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import type { Lease, LeaseHeld, Leases } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { bestOfThree } from '../support/lateness.ts';
import { leaseOwner, type LeaseOwner } from '../support/leaseOwner.ts';
import { eventually } from '../support/realProcesses.ts';
import { byDepth, THOROUGH } from '../support/thorough.ts';

const LEASE_MS = 3_000;
const BEAT_MS = 100;
const session = 'some-session' as SessionId;

const leasesIn = (stateFolder: string): Leases =>
  createLeases({
    stateFolder,
    gitDir: '/git',
    clock: createClock(),
    leaseMs: LEASE_MS,
    heartbeatMs: BEAT_MS,
  });
const otherIn = (stateFolder: string, key = 'key'): LeaseOwner =>
  leaseOwner({ stateFolder, key, leaseMs: LEASE_MS, heartbeatMs: BEAT_MS });
const timed = async <T>(act: Promise<T>): Promise<readonly [T, number]> => {
  const start = performance.now();
  return [await act, performance.now() - start];
};
const asLease = (answer: Lease | LeaseHeld): Lease => {
  if ('heldBy' in answer) throw new Error(`held by ${answer.heldBy}`);
  return answer;
};

/** A lease file as another process would have left it. */
async function leaveLease(stateFolder: string, epoch: number, over: Partial<LeaseRecord>): Promise<void> {
  const record: LeaseRecord = {
    schema: 1,
    ...ownIdentity(),
    nonce: 'n',
    gitDir: '/git',
    session,
    run: null,
    since: '2026-11-20T10:00:00.000Z',
    counter: 7,
    released: false,
    ...over,
  };
  await createFolderOf(stateFolder);
  await writeFile(join(stateFolder, 'key', `lease.${epoch}.json`), `${JSON.stringify(record)}\n`);
}
async function createFolderOf(stateFolder: string): Promise<void> {
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(stateFolder, 'key'), { recursive: true });
}

test('a living owner is named within two and a half heartbeats', async () => {
  const folder = await temporaryFolder();
  const other = otherIn(folder);
  expect(JSON.parse((await other.says())!)).toEqual({ epoch: 1, tookOver: false });
  const limitMs = 2.5 * BEAT_MS + 100;
  const ms = await bestOfThree(limitMs, async () => {
    const [answer, took] = await timed(leasesIn(folder).take('key', { session, run: null }));
    expect(answer).toEqual({
      heldBy: expect.stringContaining(`pid ${other.pid} on `) as string,
      session: 'other-session',
      since: expect.any(String) as string,
    });
    return took;
  });
  expect(ms).toBeLessThan(limitMs);
  expect(await leasesIn(folder).peek('key')).toMatchObject({
    held: true,
    epoch: 1,
    session: 'other-session',
    pid: other.pid,
    here: true,
  });
});

test('a killed owner is replaced at once, and the epoch grows', async () => {
  const replace = async (): Promise<number> => {
    const folder = await temporaryFolder();
    const other = otherIn(folder);
    await other.says();
    await other.signal('SIGKILL');
    expect(await leasesIn(folder).peek('key')).toEqual({ held: false, epoch: 1 });
    const [answer, took] = await timed(leasesIn(folder).take('key', { session, run: null }));
    expect(answer).toMatchObject({ epoch: 2, tookOver: true });
    await asLease(answer).release();
    return took;
  };
  // Not even one heartbeat is waited for.
  expect(await bestOfThree(BEAT_MS, replace)).toBeLessThan(BEAT_MS);
});

test('a stopped owner is alive but silent: replaced after a whole lease time, and told when it wakes', async () => {
  const folder = await temporaryFolder();
  const other = otherIn(folder);
  await other.says();
  await other.signal('SIGSTOP');
  expect(await leasesIn(folder).peek('key')).toMatchObject({ held: true });
  const [answer, ms] = await timed(leasesIn(folder).take('key', { session, run: null }));
  expect(answer).toMatchObject({ epoch: 2, tookOver: true });
  expect(ms).toBeGreaterThanOrEqual(LEASE_MS);
  // One lease time, not one for each of its heartbeats.
  expect(ms).toBeLessThan(5 * LEASE_MS);
  await other.signal('SIGCONT');
  expect(await other.says()).toBe('lost');
  // What it wrote after waking, if anything, changed nothing for the new owner.
  expect(await leasesIn(folder).peek('key')).toMatchObject({ held: true, epoch: 2 });
  expect(asLease(answer).lost.aborted).toBe(false);
  await asLease(answer).release();
});

test('an owner that wakes within the lease time keeps its lease', async () => {
  const folder = await temporaryFolder();
  const other = otherIn(folder);
  await other.says();
  await other.signal('SIGSTOP');
  const answer = leasesIn(folder).take('key', { session, run: null });
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS / 4));
  await other.signal('SIGCONT');
  expect(await answer).toHaveProperty('heldBy');
});

test('a released lease is free at once and was not taken over', async () => {
  const folder = await temporaryFolder();
  const other = otherIn(folder);
  await other.says();
  await other.release();
  expect(await leasesIn(folder).peek('key')).toEqual({ held: false, epoch: 1 });
  const lease = asLease(await leasesIn(folder).take('key', { session, run: null }));
  expect({ epoch: lease.epoch, tookOver: lease.tookOver }).toEqual({ epoch: 2, tookOver: false });
  await lease.release();
  expect(await readdir(join(folder, 'key'))).toEqual(['lease.2.json']);
});

test('of many processes that want a free lease at once, one gets it and the others name it', async () => {
  const folder = await temporaryFolder();
  const owners = Array.from({ length: 6 }, () => otherIn(folder));
  const said = (await Promise.all(owners.map((owner) => owner.says()))).map(
    (line) => JSON.parse(line!) as { readonly epoch?: number; readonly heldBy?: string },
  );
  const winners = said.flatMap(({ epoch }, index) => (epoch === undefined ? [] : [owners[index]!.pid]));
  expect(winners).toHaveLength(1);
  expect(
    said.filter(({ heldBy }) => heldBy !== undefined).map(({ heldBy }) => heldBy?.split(' ')[1]),
  ).toEqual(Array(5).fill(String(winners[0])));
});

test('many takers of a dead owner in one process: never two of one epoch, one left', async () => {
  const folder = await temporaryFolder();
  await leaveLease(folder, 4, { pid: 2 ** 22 + 5 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => leasesIn(folder).take('key', { session, run: null })),
  );
  const won = answers.filter((answer): answer is Lease => !('heldBy' in answer));
  expect(won.map(({ epoch }) => epoch)).toEqual([5]);
  await won[0]!.release();
});

const OWNERS = [
  ['a number of this machine that nobody has', { pid: 2 ** 22 + 5 }, true],
  [
    'a number that somebody else was given later',
    { startTime: ownIdentity().startTime.replace(/\d+$/, '1') },
    true,
  ],
  ['this machine before it was started anew', { startTime: 'ffffffff/1', pidNamespace: 'pid:[gone]' }, true],
  [
    'another pid namespace, where the number means somebody else',
    { pid: 2 ** 22 + 5, pidNamespace: 'pid:[1]' },
    false,
  ],
  [
    'another machine that was started at another time',
    { machine: 'f'.repeat(32), startTime: 'ffffffff/1' },
    false,
  ],
  ['another machine', { machine: 'f'.repeat(32), pid: 2 ** 22 + 5 }, false],
] as const;
const isFew = ([, , atOnce]: (typeof OWNERS)[number]): boolean => atOnce;
for (const { rows, options } of byDepth(OWNERS, isFew))
  test.each(rows)(
    'an owner is %s: replaced at once only where that is proven',
    options,
    async (_what, owner, atOnce) => {
      const folder = await temporaryFolder();
      await leaveLease(folder, 1, owner);
      expect(await leasesIn(folder).peek('key')).toMatchObject({ held: !atOnce });
      const [answer, ms] = await timed(leasesIn(folder).take('key', { session, run: null }));
      expect(answer).toMatchObject({ epoch: 2, tookOver: true });
      expect(ms >= LEASE_MS).toBe(!atOnce);
      await asLease(answer).release();
    },
  );

test(
  'a lease file that was cut short is held by somebody until it has stood still for a lease time',
  THOROUGH,
  async () => {
    const folder = await temporaryFolder();
    await createFolderOf(folder);
    await writeFile(join(folder, 'key', 'lease.3.json'), '{"schema":1,');
    expect(await leasesIn(folder).peek('key')).toMatchObject({ held: true, epoch: 3, by: 'unknown' });
    const [answer, ms] = await timed(leasesIn(folder).take('key', { session, run: null }));
    expect(answer).toMatchObject({ epoch: 4, tookOver: true });
    expect(ms).toBeGreaterThanOrEqual(LEASE_MS);
    await asLease(answer).release();
  },
);

test('who only looks, and keeps looking, sees that a silent lease is nobody’s', async () => {
  const folder = await temporaryFolder();
  await leaveLease(folder, 1, { machine: 'f'.repeat(32) });
  const leases = leasesIn(folder);
  expect(await leases.peek('key')).toMatchObject({ held: true });
  expect(await eventually(async () => !(await leases.peek('key')).held)).toBe(true);
});

test('an epoch that was swept long ago cannot be won by a slow process; the highest file always stays', async () => {
  const folder = await temporaryFolder();
  await leaveLease(folder, 7, {});
  const record = JSON.parse(await readFile(join(folder, 'key', 'lease.7.json'), 'utf8')) as LeaseRecord;
  expect([
    await claimLease(join(folder, 'key'), 5, record),
    await claimLease(join(folder, 'key'), 7, record),
  ]).toEqual([false, false]);
  expect(await readdir(join(folder, 'key'))).toEqual(['lease.7.json']);
  expect(await claimLease(join(folder, 'key'), 8, record)).toBe(true);
  expect(await readdir(join(folder, 'key'))).toEqual(['lease.8.json']);
});

test('[M3] a machine that slept for 72 hours, or a clock that jumped as far, makes no lease time out of one step', async () => {
  const folder = await temporaryFolder();
  const other = otherIn(folder);
  await other.says();
  const clock = createClock();
  let ahead = 0;
  const jumping = { ...clock, monotonic: () => clock.monotonic() + (ahead += 72 * 3_600_000) };
  const leases = createLeases({
    stateFolder: folder,
    gitDir: '/git',
    clock: jumping,
    leaseMs: LEASE_MS,
    heartbeatMs: BEAT_MS,
  });
  expect(await leases.take('key', { session, run: null })).toHaveProperty('heldBy');
});

test('an owner whose lease file is gone has lost it', async () => {
  const folder = await temporaryFolder();
  const lease = asLease(await leasesIn(folder).take('key', { session, run: null }));
  const { rm } = await import('node:fs/promises');
  await rm(join(folder, 'key'), { recursive: true });
  expect(await eventually(() => lease.lost.aborted)).toBe(true);
  await lease.release();
  expect(await readdir(folder)).toEqual([]);
});

test('what stands in a lease names its owner so that another process can judge it', async () => {
  const folder = await temporaryFolder();
  const lease = asLease(await leasesIn(folder).take('key', { session, run: 'run-7' }));
  const record = JSON.parse(await readFile(join(folder, 'key', 'lease.1.json'), 'utf8')) as LeaseRecord;
  expect(record).toMatchObject({
    schema: 1,
    ...ownIdentity(),
    gitDir: '/git',
    session,
    run: 'run-7',
    released: false,
  });
  expect(record.machine).toMatch(/^[0-9a-f]{32}$/);
  await lease.release();
});
