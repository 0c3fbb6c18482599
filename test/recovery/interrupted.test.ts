import fc from 'fast-check';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Agent } from '../../src/session/ports.ts';
import { DEMO, stage, workIn, type Flow, type Seat, type Stage } from '../support/session.ts';
import { runsOf } from '../support/seeds.ts';

const FLOW: Flow = {
  agent: 'here',
  phases: [{ id: 'plan', approval: 'required' }, { id: 'build', retries: 1 }, { id: 'ask' }],
};

/** An agent in this process. It fails its first try at `build`, and asks before it does `ask`. */
const agent = (): Agent => ({
  kind: 'command',
  name: 'here',
  chosenBecause: null,
  permissions: null,
  stallMs: null,
  version: async () => null,
  async run({ cwd, env, prompt }) {
    const phase = env['CAIRN_PHASE'] ?? '';
    if (phase === 'ask' && !prompt.includes('Blue, please.'))
      return { kind: 'needs-input', question: 'Which colour?' };
    await mkdir(join(cwd, 'src'), { recursive: true });
    await writeFile(join(cwd, 'src', `${phase}.txt`), `work of ${phase}\n`);
    if (phase === 'build' && !prompt.includes('did not hold')) return { kind: 'completed' };
    await writeFile(join(env['CAIRN_PHASE_DIR'] ?? '', 'result.md'), `Result of ${phase}.\n`);
    return { kind: 'completed' };
  },
});

class Died extends Error {}

/** A process that dies at the n-th point it passes. */
const mortal = (s: Stage, lives: number): Promise<Seat> => {
  let left = lives;
  return s.seat({
    reached() {
      left -= 1;
      if (left === 0) throw new Died();
    },
  });
};

/** What a person does next, whatever became of the last try. */
async function step(seat: Seat): Promise<'done' | 'on'> {
  const [known] = await seat.api.list();
  if (known === undefined) {
    await seat.start();
    return 'on';
  }
  const { state, question } = await seat.api.status(DEMO);
  if (state === 'done') return (await seat.resume()).reason === 'completed' ? 'done' : 'on';
  if (state !== 'waiting') await seat.resume();
  else if (question?.kind === 'question') await seat.api.answer(DEMO, 'Blue, please.');
  else await seat.api.approve(DEMO, null, 'good');
  return 'on';
}

async function run(lives: readonly number[]): Promise<unknown> {
  const s = await stage(FLOW, { world: { extraAgents: [agent()] } });
  const before = await s.repo.untouchables();
  const deaths = [...lives];
  for (let tries = 0; tries < 60; tries += 1) {
    const next = deaths.shift();
    const seat = next === undefined ? s : await mortal(s, next);
    try {
      if ((await step(seat)) === 'done') break;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    } finally {
      if (seat !== s) await seat.dispose();
    }
  }
  const after = await s.repo.untouchables();
  expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
  expect(await s.violations()).toEqual([]);
  const log = (await s.log()).map((line) => line.replace(/^\d+ /, '').replace(/\/\d+/, ''));
  await s.dispose();
  return { log, work: await workIn(s.repo, 'cairn/demo') };
}

test('[M28, S38] however often and wherever it dies, a session comes to the same end', async () => {
  const undisturbed = await run([]);
  expect(undisturbed).toMatchObject({
    log: [
      'opened - running',
      'waiting plan waiting',
      'approval plan running',
      'phase build running',
      'waiting ask waiting',
      'answer ask running',
      'phase ask done',
    ],
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 8 }),
      async (lives) => {
        expect(await run(lives)).toEqual(undisturbed);
      },
    ),
    { numRuns: runsOf(2, 6), endOnFailure: true },
  );
});
