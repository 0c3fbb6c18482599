import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { chain, DEMO, stage } from '../support/session.ts';

test('how an attempt ended stands with its output, and that its files are kept for the next one is told', async () => {
  const s = await stage({ phases: [{ id: 'one', retries: 1 }] });
  await s.agent.part('one-1', 'echo half > half.md; echo working; kill -KILL $$');
  expect((await s.start()).reason).toBe('completed');
  expect(s.told()).toContain('What the attempt before changed (1 file) is kept for the next one.');
  expect(await s.api.attemptOutput(DEMO, 'one', 1, 'agent')).toMatchObject({
    text: expect.stringContaining('working'),
    ended: { outcome: 'crashed', reasons: [expect.stringContaining('SIGKILL'), expect.any(String)] },
  });
  expect((await s.api.attemptOutput(DEMO, 'one', 2, 'agent'))?.ended).toEqual({
    outcome: 'completed',
    reasons: [],
  });
});

test('what an attempt that was cut off left is told with the command that puts it back', async () => {
  const s = await stage(chain('one'));
  await s.agent.part('one-1', 'echo half > half.md; touch "$PLAY/half"; sleep 600');
  const stop = new AbortController();
  const started = s.start({}, stop.signal);
  await vi.waitFor(() => access(join(s.agent.folder, 'half')), { timeout: 60_000 });
  stop.abort();
  expect((await started).reason).toBe('interrupted');
  expect((await s.resume()).reason).toBe('completed');
  expect(s.told().join('\n')).toContain(
    'is kept aside as rescue 1.\nPut it back: cairn rescue apply demo 1\n',
  );
  expect((await s.api.attemptOutput(DEMO, 'one', 1, 'agent'))?.ended?.outcome).toBe('cut-off');
});

test('a line about what was set aside counts the files that the rescue has, also those of an attempt before', async () => {
  const s = await stage({ phases: [{ id: 'one', approval: 'required' }] });
  await s.agent.part('one-1', 'usual; echo first > first.md; echo both > both.md');
  await s.agent.part('one-2', 'echo more >> both.md; touch "$PLAY/half"; sleep 600');
  await s.start();
  await s.api.reject(DEMO, 'one', 'more');
  const stop = new AbortController();
  const going = s.resume({}, stop.signal);
  await vi.waitFor(() => access(join(s.agent.folder, 'half')), { timeout: 60_000 });
  stop.abort();
  await going;
  await s.resume();
  const [rescue] = await s.api.rescues(DEMO);
  expect((await s.api.rescueDiff(DEMO, 1)).changed).toHaveLength(rescue?.files ?? 0);
  expect(rescue?.files).toBe(4);
  expect(s.told().join('\n')).toContain('(4 files) is kept aside as rescue 1');
});
