import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Seat } from '../support/session.ts';

const ONE = [{ id: 'one' }];

/** Somebody saves a file as soon as the session is open and its agent has not begun. */
async function savedAt(flow: Flow, inPlace: boolean): Promise<readonly [prompt: string, changed: string]> {
  const s = await stage(flow);
  const seat: Seat = await s.seat({
    reached(point) {
      if (point !== 'open/tree-made') return;
      const tree = inPlace ? Promise.resolve(s.repo) : s.worktree();
      void tree.then((at) => at.write('saved.txt', 'by a person\n'));
    },
  });
  expect(await seat.start({ inPlace })).toMatchObject({ reason: 'completed' });
  const { changed } = await s.api.diff(DEMO, 'one');
  return [await s.agent.prompt('one'), changed.map(({ path }) => path).join(' ')];
}

test.each([
  ['in place', true],
  ['in a worktree', false],
])(
  '%s the first attempt begins on the checkpoint as it was opened; what is saved meanwhile is in its own',
  async (_where, inPlace) => {
    const [prompt, changed] = await savedAt({ phases: ONE }, inPlace);
    expect(prompt).not.toContain('saved.txt');
    expect(changed).toContain('saved.txt');
  },
);

test('what a setup made in the new worktree is told to the first attempt', async () => {
  const s = await stage({ worktree: { setup: ['echo made > made.txt'] }, phases: ONE });
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.prompt('one')).toContain('- made.txt');
});
