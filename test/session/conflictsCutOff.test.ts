import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

/** The attempt that is to resolve a merge is stopped: the next one is told of it as the first was. */

const FLOW: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'mine', needs: [], artifacts: ['said.json'] },
    { id: 'early', needs: [] },
    { id: 'late', needs: ['early'] },
  ],
};

/** `mine` was blocked by its first attempt, and `late` has changed the same file since. */
async function passed(): Promise<Stage> {
  const s = await stage(FLOW, { files: { 'app.txt': 'one\n' } });
  await s.agent.part('mine-1', 'echo mine > app.txt');
  await s.agent.part('mine-2', 'cp app.txt "$PLAY/first"; echo half > app.txt; sleep 60');
  await s.agent.part(
    'mine-3',
    `cp app.txt "$PLAY/second"; echo both > app.txt; echo '{}' > "$CAIRN_PHASE_DIR/said.json"`,
  );
  await s.agent.part('late', 'usual; echo late > app.txt');
  expect(await s.start()).toMatchObject({ reason: 'blocked' });
  return s;
}

async function stopped(s: Stage): Promise<void> {
  const stop = new AbortController();
  const run = s.resume({}, stop.signal);
  await until(async () => (await s.repo.look('../play/first')) !== null);
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
}

test('which files, and whose', async () => {
  const s = await passed();
  await stopped(s);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
  expect(await s.repo.read('../play/second')).toBe(await s.repo.read('../play/first'));
  expect(await s.violations()).toEqual([]);
  const prompt = await s.agent.prompt('mine', 3);
  expect(prompt).toContain('Attempt 2 was cut off');
  expect(prompt).toContain('the work of mine does not merge with late: app.txt');
});

test('nothing of it once it is resolved, whatever else the gate found missing', async () => {
  const s = await passed();
  await s.agent.part('mine-2', 'echo both > app.txt');
  expect(await s.resume()).toMatchObject({ reason: 'blocked' });
  await s.agent.part('mine-3', 'cp app.txt "$PLAY/first"; sleep 60');
  await stopped(s);
  await s.agent.part('mine-4', `echo '{}' > "$CAIRN_PHASE_DIR/said.json"`);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.agent.prompt('mine', 4)).not.toContain('does not merge');
});
