import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createStateStore } from '../../src/files/stateStore.ts';
import type { BaselineRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import type { SessionId, Timestamp, TreeId } from '../../src/model/names/ids.ts';
import type { StateStore } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { memoryState } from '../support/memoryState.ts';

const said: BaselineRecord = {
  run: ['npm', 'test'],
  outcome: 'failed',
  exitCode: 1,
  ms: 12,
  tail: 'no fixture',
  at: '2026-11-20T10:00:00.000Z' as Timestamp,
};
const tree = '1'.repeat(40) as TreeId;
const key = (n: number): string => n.toString(16).padStart(64, '0');

describe.each<readonly [string, () => Promise<StateStore>]>([
  ['on disk', async () => createStateStore(await temporaryFolder())],
  ['in memory', async () => memoryState()],
])('what checks said before anything was changed, %s', (_where, make) => {
  test('is noted of a session as it was written last, until the session is removed', async () => {
    const { baseline, ...state } = (await make()).of('one' as SessionId);
    expect(await baseline.read()).toBeNull();
    await baseline.write({ tree, from: tree, checks: [] });
    await baseline.write({ tree, from: null, checks: [said] });
    expect(await baseline.read()).toMatchObject({ tree, from: null, checks: [said] });
    await state.remove();
    expect(await baseline.read()).toBeNull();
  });

  test('is known of a tree to every session', async () => {
    const { baselines } = await make();
    expect(await baselines.known(key(1))).toEqual([]);
    await baselines.keep(key(1), [said]);
    expect(await baselines.known(key(1))).toEqual([said]);
    expect(await baselines.known(key(2))).toEqual([]);
  });
});

describe('the files of it', () => {
  test.each(['', '{', '{"schema":2,"checks":[]}', '{"schema":1,"checks":[{"run":"a"}]}', '[]'])(
    'say nothing where they are not whole, or of another schema: %j',
    async (text) => {
      const folder = await temporaryFolder();
      const store = createStateStore(folder);
      await mkdir(join(folder, 'cairn/.baselines'), { recursive: true });
      await mkdir(join(folder, 'cairn/one'), { recursive: true });
      await writeFile(join(folder, 'cairn/.baselines', `${key(1)}.json`), text);
      await writeFile(join(folder, 'cairn/one/baseline.json'), text);
      expect(await store.baselines.known(key(1))).toEqual([]);
      expect(await store.of('one' as SessionId).baseline.read()).toBeNull();
    },
  );

  test('are those of the trees that were looked at last', async () => {
    const folder = await temporaryFolder();
    const { baselines } = createStateStore(folder);
    const below = join(folder, 'cairn/.baselines');
    for (let n = 1; n <= 33; n += 1) {
      await baselines.keep(key(n), [said]);
      await utimes(join(below, `${key(n)}.json`), n, n);
    }
    await baselines.keep(key(34), [said]);
    const names = await readdir(below);
    expect(names).toHaveLength(32);
    expect(names).not.toContain(`${key(2)}.json`);
    expect(names).toContain(`${key(34)}.json`);
  });
});
