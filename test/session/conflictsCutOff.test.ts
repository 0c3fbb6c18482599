import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
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
  await until(() => s.agent.isMarked('first'));
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
}

test('which files, and whose', async () => {
  const s = await passed();
  await stopped(s);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
  expect(await s.agent.read('second')).toBe(await s.agent.read('first'));
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

test('an attempt that was to be tried again counts where a person is asked about a conflict first', async () => {
  const [mine, ...others] = FLOW.phases;
  const stop = new AbortController();
  const s = await stage(
    { ...FLOW, phases: [{ ...mine, id: 'mine', onConflict: 'ask', retries: 1 }, ...others] },
    {
      files: { 'app.txt': 'one\n' },
      world: { reached: (point) => point === 'attempt/failed' && stop.abort() },
    },
  );
  await s.agent.part('mine-1', 'echo mine > app.txt; while [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  await s.agent.part('late', 'usual; echo late > app.txt');
  const run = s.start({}, stop.signal);
  await until(
    async () => (await s.api.list()).length > 0 && (await s.log()).some((line) => / phase late/.test(line)),
  );
  await s.agent.mark('go');
  expect(await run).toMatchObject({ reason: 'interrupted' });
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'mine' });
  const { question, phases } = await s.api.status(DEMO);
  expect(question?.about).toBe('conflict');
  expect(phases[0]).toMatchObject({ status: 'waiting', attempt: 1, agent: { name: 'player' } });
  const text = await s.repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/01-mine/phase.json`);
  const { attempts, workedMs, outcome } = JSON.parse(text) as PhaseRecord;
  expect({ attempts, outcome, worked: (workedMs ?? 0) > 0 }).toMatchObject({
    attempts: [{ attempt: 1, outcome: 'completed', agent: 'player' }],
    outcome: 'completed',
    worked: true,
  });
  await s.api.answer(DEMO, 'Take both.');
  await s.agent.part('mine-2', `echo both > app.txt; echo '{}' > "$CAIRN_PHASE_DIR/said.json"`);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.violations()).toEqual([]);
});
