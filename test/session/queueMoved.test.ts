import { expect, test, vi } from 'vitest';
import type { PhaseId, SessionId } from '../../src/model/names/ids.ts';
import { leaveQueue } from '../../src/session/checkpoint/queueWork.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { Drive } from '../../src/session/drive.ts';
import type { World } from '../../src/session/world.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { flowText, START } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';

/** A ref that somebody else moves so many times between a look at it and its move. */
function queueMoved(times: number) {
  let [commit, left]: [string | null, number] = ['0', times];
  const moveRef = (
    _ref: string,
    { from, to }: { from: string | null; to: string | null },
  ): Promise<boolean> => {
    if (left > 0) commit = String(left--);
    const isThere = commit === from;
    if (isThere) commit = to;
    return Promise.resolve(isThere);
  };
  const confirm = vi.fn(() => Promise.resolve());
  const drive = {
    session: 'demo' as SessionId,
    lease: { confirm },
    world: {
      repository: { tip: () => Promise.resolve(commit), glance: () => Promise.resolve(commit), moveRef },
    },
  } as unknown as Drive;
  return { drive, confirm, now: () => commit };
}

test('what an owner that was taken over moves as it wakes holds nobody up who has the lease', async () => {
  const { drive, confirm, now } = queueMoved(1);
  await leaveQueue(drive, 'one' as PhaseId);
  expect(now()).toBe(null);
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('who has lost the lease stops, and a ref that is moved without end is told', async () => {
  const lost = queueMoved(1);
  lost.confirm.mockRejectedValue(new Error('taken over'));
  await expect(leaveQueue(lost.drive, 'one' as PhaseId)).rejects.toThrow('taken over');
  await expect(leaveQueue(queueMoved(100).drive, 'one' as PhaseId)).rejects.toMatchObject({
    code: 'internal/unexpected',
  });
});

test('what is queued leaves the queue with the checkpoint that has it, and git is not asked for what nobody laid', async () => {
  const agents = scriptedAgents({
    player({ env }) {
      handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(leftAndRight()) },
    { clock: fakeClock({ automatic: true }), agents },
  );
  const queued = (): readonly string[] =>
    [...memory.repository.store.keys()].flatMap((name) => name.split('/queued/').slice(1));
  const kept = new Set<string>();
  const [left, asked]: [string[], string[]] = [[], []];
  const own = memory.of('driver');
  const tip: typeof own.repository.tip = (ref) => {
    if (ref.includes('/queued/')) asked.push(ref);
    return own.repository.tip(ref);
  };
  const world: World = {
    ...own,
    repository: new Proxy(own.repository, {
      get: (of, key): unknown => (key === 'tip' ? tip : Reflect.get(of, key)),
    }),
    reached(place) {
      if (place === 'queue/kept') for (const phase of queued()) kept.add(phase);
    },
    onProgress(event) {
      if (event.type === 'checkpoint' && !queued().includes(event.phase ?? '')) left.push(`${event.phase}`);
    },
  };
  await createApi(world).start(START, new AbortController().signal);
  const phases = ['left', 'right', 'join'];
  expect({ kept: [...kept].toSorted(), left, asked }).toEqual({
    kept: phases.toSorted(),
    left: phases,
    // As its worktree is made.
    asked: ['refs/cairn/demo/queued/right'],
  });
});
