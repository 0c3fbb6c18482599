import { expect, test, vi } from 'vitest';
import type { PhaseId, SessionId } from '../../src/model/names/ids.ts';
import { leaveQueue } from '../../src/session/checkpoint/queueWork.ts';
import type { Drive } from '../../src/session/drive.ts';

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
    world: { repository: { tip: () => Promise.resolve(commit), moveRef } },
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
