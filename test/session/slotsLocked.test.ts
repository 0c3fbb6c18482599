import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { Point } from '../../src/session/points.ts';
import { stage as inMemory } from '../support/memoryStage.ts';
import { DEMO, stage, type Flow } from '../support/session.ts';

const BESIDE: Flow = { schema: 2, parallel: 3, phases: ['a', 'b', 'c'].map((id) => ({ id, needs: [] })) };

/** What a `git gc` leaves that was killed: with it there no ref can be removed, and each can be moved. */
const LOCK = '.git/packed-refs.lock';

test('a lock that another git left fails with its own name: what was published by then is nobody else’s, and none of it is set aside', async () => {
  const s = await stage(BESIDE);
  const lock = join(s.repo.root, LOCK);
  for (const [id, seconds] of [
    ['a', 0.5],
    ['b', 0.6],
    ['c', 0.7],
  ] as const)
    await s.agent.part(id, `usual; touch '${lock}'; sleep ${seconds}`);
  await expect(s.start()).rejects.toMatchObject({ code: 'git/locked' });
  expect(s.told()).toEqual([]);
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect((await s.log()).map((line) => line.split(' ')[1])).toEqual(['opened', 'phase', 'phase', 'phase']);
  await rm(lock);
  const again = await s.seat();
  expect((await again.resume()).reason).toBe('completed');
  expect(again.told()).toEqual([]);
  expect((await s.log()).map((line) => line.split(' ')[1])).toEqual(['opened', 'phase', 'phase', 'phase']);
  expect(await s.violations()).toEqual([]);
});

test.each<Point>(['checkpoint/ref-moved', 'checkpoint/files-rendered', 'checkpoint/head-reset'])(
  'what fails once its checkpoint is published (%s) is told, and the others stand behind that checkpoint',
  async (place) => {
    let left = 1;
    const s = await inMemory(BESIDE, {
      world: {
        reached: (point) => {
          if (point === place && left-- > 0)
            throw new CairnError('machine/no-space', { folder: '/', free: 0, needed: 1 });
        },
      },
    });
    await expect(s.start()).rejects.toMatchObject({ code: 'machine/no-space' });
    expect(s.told()).toEqual([]);
    expect((await s.log()).map((line) => line.split(' ')[1])).toEqual(['opened', 'phase', 'phase', 'phase']);
    expect((await s.resume()).reason).toBe('completed');
    expect(s.told()).toEqual([]);
    expect(await s.api.rescues(DEMO)).toEqual([]);
    expect(await s.violations()).toEqual([]);
  },
);
