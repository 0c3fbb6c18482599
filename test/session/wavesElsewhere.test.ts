import { describe, expect, test } from 'vitest';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, stage, type Flow, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const FLOW: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [], approval: 'required' },
    { id: 'right', needs: [], approval: 'required' },
    { id: 'join', needs: ['left', 'right'] },
  ],
};

/** Both wait with their work, each in a slot of its own. */
async function bothWait(): Promise<Stage> {
  const s = await stage(FLOW);
  for (const id of ['left', 'right']) await s.agent.part(id, `usual\necho ${id} > ${id}.txt`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  return s;
}

async function expectDone({ repo, violations }: Seat): Promise<void> {
  for (const id of ['left', 'right']) expect(await repo.git('show', `cairn/demo:${id}.txt`)).toBe(id);
  expect(await violations()).toEqual([]);
}

describe('two phases that wait', () => {
  test.each([
    ['left', 'right'],
    ['right', 'left'],
  ])('are approved in a clone, %s first, without another attempt', THOROUGH, async (one, two) => {
    const s = await bothWait();
    const other = await elsewhere(s);
    await other.api.approve(DEMO, one, null);
    await other.api.approve(DEMO, two, null);
    expect(await other.violations()).toEqual([]);
    expect(await other.resume()).toMatchObject({ reason: 'completed' });
    await expectDone(other);
    expect(await s.agent.runs()).toHaveLength(3);
  });

  test('are rejected in a clone, and gone on with from their work', THOROUGH, async () => {
    const s = await bothWait();
    const other = await elsewhere(s);
    await other.api.reject(DEMO, 'left', 'also the other');
    await other.api.reject(DEMO, 'right', 'not this');
    for (const id of ['left', 'right']) await s.agent.part(`${id}-2`, `usual\ngrep -q ${id} ${id}.txt`);
    expect(await other.resume()).toMatchObject({ reason: 'waiting' });
    expect(await s.agent.prompt('left', 2)).toContain('also the other');
    expect(await s.agent.prompt('right', 2)).toContain('not this');
    await other.api.approve(DEMO, 'right', null);
    await other.api.approve(DEMO, 'left', null);
    expect(await other.resume()).toMatchObject({ reason: 'completed' });
    await expectDone(other);
  });

  test('are approved elsewhere, and fetched where their worktrees are behind', async () => {
    const s = await bothWait();
    const other = await elsewhere(s);
    await other.api.approve(DEMO, 'left', null);
    await other.api.approve(DEMO, 'right', null);
    expect(await other.resume()).toMatchObject({ reason: 'completed' });
    await other.repo.git('push', '-q', 'origin', 'cairn/demo');
    await s.repo.git('fetch', '-q', 'origin', '+cairn/demo:cairn/demo');
    expect(await s.violations()).toEqual([]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    await expectDone(s);
    const here = await s.worktree();
    expect(await here.git('status', '--porcelain')).toBe('');
  });

  test('one of which was approved elsewhere go on here', THOROUGH, async () => {
    const s = await bothWait();
    const other = await elsewhere(s);
    await other.api.approve(DEMO, 'right', null);
    expect(await other.resume()).toMatchObject({ reason: 'waiting' });
    await other.repo.git('push', '-q', 'origin', 'cairn/demo');
    await s.repo.git('fetch', '-q', 'origin', '+cairn/demo:cairn/demo');
    expect(await s.violations()).toEqual([]);
    await s.api.approve(DEMO, 'left', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    await expectDone(s);
  });

  test('are refused in a shallow clone, until it has their work', THOROUGH, async () => {
    const s = await bothWait();
    const other = await elsewhere(s, ['--depth', '1', '--no-single-branch']);
    await expect(other.api.approve(DEMO, 'left', null)).rejects.toMatchObject({ code: 'repo/held-missing' });
    await expect(other.api.approve(DEMO, 'right', null)).rejects.toMatchObject({ code: 'repo/held-missing' });
    await other.repo.git('fetch', '-q', '--unshallow', 'origin');
    await other.api.approve(DEMO, 'right', null);
    await other.api.approve(DEMO, 'left', null);
    expect(await other.resume()).toMatchObject({ reason: 'completed' });
    await expectDone(other);
  });
});
