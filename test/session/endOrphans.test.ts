import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { ProcessGroup } from '../../src/session/ports.ts';
import { endOrphans } from '../../src/session/drive/endOrphans.ts';
import { DEMO } from '../support/session.ts';
import { memoryState } from '../support/memoryState.ts';
import { silentLog } from '../support/silentLog.ts';

const GROUP: ProcessGroup = { pid: 4711, startTime: 'then', mark: 'mark' };

/** What the journal says of somebody at work, and what whoever looks at it ends. */
async function atWork() {
  const state = memoryState();
  await state
    .of(DEMO)
    .journal({ type: 'process-started', at: '2026-11-20T10:00:00Z', what: 'agent', ...GROUP } as never);
  const ended: ProcessGroup[] = [];
  const told: string[] = [];
  const world = {
    state,
    log: silentLog,
    processes: { end: async (group: ProcessGroup) => ended.push(group) > 0 },
    onProgress: (event: { readonly type: string }) => void told.push(event.type),
  };
  return { world: world as never, slots: [state.of(DEMO)], ended, told };
}

test('what an owner before us left is ended, and told', async () => {
  const { world, slots, ended, told } = await atWork();
  await endOrphans(world, slots, { confirm: async () => {} });
  expect([ended, told]).toEqual([[expect.objectContaining(GROUP)], ['told']]);
});

test('an owner that was replaced before it looked does not take the agent of its successor for one that was left', async () => {
  const { world, slots, ended } = await atWork();
  const lost = new CairnError('lease/held', { session: DEMO, holder: 'another', since: '' });
  await expect(endOrphans(world, slots, { confirm: () => Promise.reject(lost) })).rejects.toBe(lost);
  expect(ended).toEqual([]);
});
