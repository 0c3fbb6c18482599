import { expect, test } from 'vitest';
import { createApi } from '../../src/session/createApi.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { Clock } from '../../src/session/ports.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { DEMO, flowText, START } from '../support/session.ts';

const HOUR = 3_600_000;
const FLOW = flowText({
  phases: [{ id: 'long', timeout: '80h' }, { id: 'later', approval: 'required' }, { id: 'last' }],
});

/** Looks that are due many times a second come once a minute, as on a machine with much to do: three days pass in a moment. */
const unhurried = (clock: Clock): Clock => ({
  ...clock,
  sleep: (ms, signal) => clock.sleep(Math.max(ms, 60_000), signal),
});

test('[M3] a session whose agent works for 72 hours, which waits for a person as long, and is stopped after as long again, goes on as any other', async () => {
  const time = fakeClock();
  const clock = unhurried(time);
  const agents = scriptedAgents({
    async player({ env, signal }, attempt) {
      const phase = env['CAIRN_PHASE'] ?? '';
      // Its third attempt of all is the first at the last phase, the fourth the one after the stop.
      if (phase === 'long' || attempt === 3) await time.sleep(72 * HOUR, signal);
      handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld({ '.cairn/workflows/flow.yaml': FLOW }, { clock, agents });
  const driver = createApi(memory.of('driver'));
  const other = createApi(memory.of('other'));
  const never = new AbortController().signal;
  const running = driver.start({ ...START, workflow: 'flow' }, never);
  const begun = time.monotonic();
  const ended = async <T>(work: Promise<T>): Promise<T> => {
    const run = { over: false };
    const end = work.finally(() => (run.over = true));
    while (!run.over) {
      await time.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return end;
  };

  while (agents.runs.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await time.advance(71 * HOUR);
  // Nobody has taken it over, and nobody can.
  expect(await other.status(DEMO)).toMatchObject({
    state: 'running',
    phases: [{ status: 'running', attempt: 1 }, {}, {}],
  });
  expect(await other.resume(DEMO, PLAIN_RESUME, never)).toMatchObject({ reason: 'lease-held' });
  const waiting = await ended(running);
  expect(waiting).toMatchObject({ reason: 'waiting', phase: 'later', seq: 3 });
  const asked = (await other.status(DEMO)).question;

  await time.advance(72 * HOUR);
  expect((await other.status(DEMO)).question).toEqual(asked);
  expect(await ended(other.resume(DEMO, PLAIN_RESUME, never))).toMatchObject({
    reason: 'waiting',
    changed: [],
  });
  await ended(other.approve(DEMO, null, 'at last'));

  // Who is at work for days still hears a stop.
  const resumed = driver.resume(DEMO, PLAIN_RESUME, never);
  while (agents.runs.length < 3) await new Promise((resolve) => setImmediate(resolve));
  await time.advance(71 * HOUR);
  await ended(other.stop(DEMO));
  expect(await ended(resumed)).toMatchObject({ reason: 'interrupted', phase: 'last' });
  expect(await ended(other.resume(DEMO, PLAIN_RESUME, never))).toMatchObject({ reason: 'completed', seq: 5 });
  expect(time.monotonic() - begun).toBeGreaterThan(214 * HOUR);
  expect((await other.log(DEMO)).map(({ kind, phase, attempt }) => `${kind} ${phase}/${attempt}`)).toEqual([
    'opened null/null',
    'phase long/1',
    'waiting later/1',
    'approval later/1',
    'phase last/2',
  ]);
  expect((await other.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
});
