import { beforeEach, expect, test, vi } from 'vitest';
import { startInTurn } from '../../src/host/openFiles.ts';

const room = vi.hoisted(() => ({ now: 0 }));
vi.mock('../../src/host/fileLimit.ts', () => ({
  isTight: () => true,
  roomNow: (most: number) => Math.min(most, room.now),
  limitOfFiles: () => 30,
}));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => void (clock += ms),
}));
let clock = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => clock));

/** How long it is waited for a process that cannot be started, in ms. */
async function waits(): Promise<number> {
  const from = clock;
  await expect(startInTurn(3, () => null)).rejects.toMatchObject({
    code: 'machine/open-files',
    details: { limit: 30 },
  });
  return Math.round((clock - from) / 1000) * 1000;
}

test('where too few files may be open, one command that starts four programs waits once', async () => {
  expect([await waits(), await waits(), await waits(), await waits()]).toEqual([5_000, 0, 0, 0]);
});

test('a later shortage is waited for like the first, also right after one that ended', async () => {
  clock += 60_000;
  expect(await waits()).toBe(5_000);
  room.now = 100;
  await startInTurn(3, () => null);
  room.now = 0;
  expect([await waits(), await waits()]).toEqual([5_000, 0]);
});

test('who fails to start holds up nobody behind', async () => {
  room.now = 100;
  const failing = startInTurn(3, () => {
    throw new Error('spawn ETXTBSY');
  });
  const behind = startInTurn(3, () => 'started');
  await expect(failing).rejects.toThrow('ETXTBSY');
  expect(await behind).toBe('started');
});
