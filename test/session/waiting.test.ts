import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Seat, stage as onGit } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';
import { THOROUGH } from '../support/thorough.ts';

const APPROVED: Flow = { phases: [{ id: 'one' }, { id: 'two', approval: 'required' }] };

describe('a resume of a session that waits', () => {
  test('names every file that changed since, in its words and as values, and runs nothing', async () => {
    const s = await stage(APPROVED);
    await s.start();
    const tree = await s.worktree();
    await tree.write('new.txt', 'mine\n');
    await tree.write('src/two.txt', 'better\n');
    await tree.remove('README.md');
    const outcome = await s.resume();
    expect(outcome).toMatchObject({ reason: 'waiting', state: 'waiting', phase: 'two', seq: 3 });
    expect(outcome.changed).toEqual([
      { path: 'README.md', change: 'deleted' },
      { path: 'new.txt', change: 'added' },
      { path: 'src/two.txt', change: 'modified' },
    ]);
    expect(outcome.message).toBe(
      'two waits for your approval.\nChanged since: README.md, new.txt, src/two.txt.',
    );
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
    // In one form, wherever it is said.
    expect((await s.api.status(DEMO)).questions).toMatchObject([
      { phase: 'two', text: 'two waits for your approval.' },
    ]);
  });

  test('names them also after an approval that was refused for one of them', async () => {
    const s = await stage(APPROVED);
    await s.start();
    await (await s.worktree()).write('.cairn/sessions/demo/02-two/result.md', '');
    await expect(s.api.approve(DEMO, null, null)).rejects.toMatchObject({ code: 'usage/not-possible' });
    expect((await s.resume()).changed).toEqual([
      { path: '.cairn/sessions/demo/02-two/result.md', change: 'modified' },
    ]);
  });

  test('makes a missing worktree again and tells it, with the work that is held', THOROUGH, async () => {
    const s = await onGit(APPROVED);
    await s.start();
    const path = await s.api.path(DEMO);
    await rm(path, { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'waiting', seq: 3, changed: [] });
    expect(s.told().join('\n')).toContain(`made again: ${path}`);
    const tree = await s.worktree();
    expect(await tree.read('src/two.txt')).toBe('work of two\n');
    expect(await tree.git('status', '--porcelain')).toBe(
      '?? .cairn/sessions/demo/02-two/result.md\n?? src/two.txt',
    );
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
    expect(await s.violations()).toEqual([]);
    await s.api.approve(DEMO, null, null);
    expect((await s.api.status(DEMO)).state).toBe('done');
  });

  test('names what changed in the worktree of each phase that waits, and nothing that is as it was held', async () => {
    const s = await onGit(leftAndRight({ approval: 'required' }));
    await s.start();
    expect((await s.resume()).changed).toEqual([]);
    const root = `${await s.api.path(DEMO)}+2`;
    await writeFile(join(root, 'new.txt'), 'mine\n');
    await writeFile(join(root, 'src/right.txt'), 'better\n');
    await rm(join(root, '.cairn/sessions/demo/02-right/result.md'));
    expect((await s.resume()).changed).toEqual([
      { path: '.cairn/sessions/demo/02-right/result.md', change: 'deleted' },
      { path: 'new.txt', change: 'added' },
      { path: 'src/right.txt', change: 'modified' },
    ]);
  });

  test('says of a packet that it was edited where its phase waits, also in a further worktree', async () => {
    const s = await onGit(leftAndRight({ packet: { review: true } }));
    await s.start();
    const edited =
      'The context packet (what the next phase is told) was edited: the approval takes it as it lies there.';
    expect((await s.resume()).message).not.toContain(edited);
    const packet = `${await s.api.path(DEMO)}+2/.cairn/sessions/demo/02-right/PACKET.md`;
    await writeFile(packet, (await readFile(packet, 'utf8')).replace('## Goal', '## Goal\n- Use a cookie'));
    expect((await s.resume()).message).toContain(edited);
  });

  test('of a session that is done, a missing worktree is not missed', async () => {
    const s = await onGit({ phases: [{ id: 'one' }] });
    await s.start();
    await rm(await s.api.path(DEMO), { recursive: true });
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.api.status(DEMO)).worktree).toBeNull();
  });
});

test('[A5] an approval is asked for just so ten days later, on a machine that remembers nothing', async () => {
  const s = await onGit(APPROVED);
  await s.start();
  const asked = async (seat: Seat): Promise<unknown> => [
    (await seat.api.status(DEMO)).question,
    await seat.api.diff(DEMO, 'two'),
  ];
  const then = await asked(s);
  expect(then).toEqual([
    expect.objectContaining({ kind: 'approval', text: expect.stringContaining('two') }),
    expect.objectContaining({
      changed: [
        { path: '.cairn/sessions/demo/02-two/result.md', change: 'added' },
        { path: 'src/two.txt', change: 'added' },
      ],
    }),
  ]);
  await s.dispose();
  await rm(join(s.repo.root, '.git/cairn'), { recursive: true });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const later = await s.seat();
  expect(await asked(later)).toEqual(then);
  expect(await later.resume()).toMatchObject({ reason: 'waiting', phase: 'two' });
  expect(await asked(later)).toEqual(then);
  await later.api.approve(DEMO, null, null);
  expect(await later.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
});
