import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';

/** A guide on conflicts, which quotes the marks of `right` itself. */
const GUIDE = `printf '# Conflicts\\n\\n<<<<<<< published\\ntheirs\\n=======\\nours\\n>>>>>>> right\\n' > guide.md`;
const CONFLICTS = `usual\n${GUIDE}\n${onceSaid('left is done')}\necho right > app.txt`;

test('a file with lines like marks that no merge has laid is done like any other, also by a later attempt', async () => {
  const s = await stage(leftAndRight({ retries: 0 }));
  await s.agent.part('right-1', GUIDE);
  await s.agent.part('right-2', 'usual');
  expect(await s.start()).toMatchObject({ reason: 'blocked' });
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:guide.md')).toContain('>>>>>>> right');
  expect(await s.violations()).toEqual([]);
});

test('where a merge has laid marks in one file, lines like them that another one had before are left alone', async () => {
  const s = await stage(leftAndRight(), { files: { 'app.txt': 'one\n' } });
  await s.agent.part('left', 'usual\necho left > app.txt');
  await s.agent.part('right-1', CONFLICTS);
  await s.agent.part('right-2', 'usual\necho both > app.txt');
  expect((await s.start()).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:guide.md')).toContain('>>>>>>> right');
  expect(await s.violations()).toEqual([]);
});

test('marks that a merge has laid are found in later attempts, wherever they were moved', async () => {
  const s = await stage(leftAndRight({ retries: 0 }), { files: { 'app.txt': 'one\n' } });
  await s.agent.part('left', 'usual\necho left > app.txt');
  await s.agent.part('right-1', CONFLICTS.replace(GUIDE, ''));
  await s.agent.part('right-2', 'usual');
  expect(await s.start()).toMatchObject({ reason: 'blocked' });
  await s.agent.part('right-3', 'usual\nmv app.txt moved.txt');
  expect(await s.resume()).toMatchObject({ reason: 'blocked' });
  const { phases } = await s.api.status(DEMO);
  expect(phases[1]?.reasons).toEqual(['moved.txt still has the marks of a merge that was not resolved']);
  await s.agent.part('right-4', 'usual\nrm moved.txt\necho both > app.txt');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.violations()).toEqual([]);
});
