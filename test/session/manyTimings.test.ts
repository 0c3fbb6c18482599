import { expect, test } from 'vitest';
import type { CommitId, RefName } from '../../src/model/names/ids.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { Outcome } from '../../src/session/results.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import { memoryWorld } from '../support/memoryWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { runsOf } from '../support/seeds.ts';
import { DEMO, flowText, START } from '../support/session.ts';

type Ask = 'stop' | 'cancel' | 'ctrl-C';

const PHASES = ['one', 'two', 'three'];
const FLOW = flowText({ phases: PHASES.map((id) => ({ id })) });
const BRANCH = `refs/heads/cairn/${DEMO}` as RefName;

interface Played {
  readonly outcome: Outcome;
  /** `kind phase` of each checkpoint, oldest first, as far as the branch had come when it was asked; null: it was not. */
  readonly before: readonly string[] | null;
  readonly after: readonly string[];
  readonly violations: readonly unknown[];
  /** Attempts that began although it was asked while the checkpoint before them was still being brought to the files. */
  readonly lateRuns: number;
  /** How many places were passed. */
  readonly places: number;
  /** Goes on with it to its end, and says what the branch holds then. */
  finish(): Promise<readonly string[]>;
}

/** One session from its start, in which something is asked at the n-th place that is passed; one agent asks a question. */
async function play(ask: Ask, at: number, asking: string | null): Promise<Played> {
  const clock = fakeClock();
  const agents = scriptedAgents({
    async player({ env, prompt, signal }) {
      const phase = env['CAIRN_PHASE'] ?? '';
      if (phase === asking && !prompt.includes('Blue.'))
        return { kind: 'needs-input', question: 'Which colour?' };
      await clock.sleep(200, signal).catch(() => {});
      if (signal.aborted) return { kind: 'cancelled' };
      handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld({ '.cairn/workflows/flow.yaml': FLOW }, { clock, agents });
  const ctrlC = new AbortController();
  let places = 0;
  let tipThen: CommitId | null = null;
  let isPublishing = false;
  let askedLate = false;
  let lateRuns = 0;
  const passes = (place: string): void => {
    places += 1;
    if (place === 'checkpoint/ref-moved') isPublishing = true;
    if (place === 'checkpoint/journal-reset') isPublishing = false;
    if (place === 'attempt/begun' && askedLate) lateRuns += 1;
    if (places !== at) return;
    askedLate = isPublishing;
    // One instant: where the branch stands, and that it is asked. Nobody can ask a session that is not there yet.
    tipThen = memory.repository.store.get(BRANCH) ?? null;
    if (tipThen === null) return;
    if (ask === 'ctrl-C') ctrlC.abort(new Error('ctrl-C'));
    else void memory.of('asker').state.of(DEMO).request(ask, 1);
  };
  const driver = createApi(memory.of('driver', { passes }));
  const outsider = createApi(memory.of('outsider'));
  const untilOver = async <T>(work: Promise<T>): Promise<T> => {
    const run = { over: false };
    const ended = work.finally(() => (run.over = true));
    while (!run.over) {
      await clock.advance(50);
      // What is loaded on first use does not come while only promises are waited for.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return ended;
  };
  const log = async (): Promise<readonly (readonly [commit: string, what: string])[]> =>
    (await outsider.log(DEMO)).map(({ kind, phase, commit }) => [
      commit,
      phase === null ? kind : `${kind} ${phase}`,
    ]);
  const outcome = await untilOver(driver.start({ ...START, workflow: 'flow' }, ctrlC.signal));
  const after = await log();
  const upTo = after.findIndex(([commit]) => commit === tipThen);
  const words = (all: typeof after): readonly string[] => all.map(([, what]) => what);
  return {
    outcome,
    before: tipThen === null ? null : words(after.slice(0, upTo + 1)),
    after: words(after),
    violations: (await outsider.verify(DEMO)).flatMap((one) => one.violations),
    places,
    lateRuns,
    async finish() {
      const never = new AbortController().signal;
      for (let tries = 0; tries < 4; tries += 1) {
        const { reason } = await untilOver(outsider.resume(DEMO, PLAIN_RESUME, never));
        if (reason !== 'waiting') break;
        await outsider.answer(DEMO, 'Blue.');
      }
      return words(await log());
    },
  };
}

const closed = (checkpoints: readonly string[]): readonly string[] =>
  checkpoints.filter((what) => what.startsWith('phase '));
const ALL = PHASES.map((id) => `phase ${id}`);

/** What must hold, whenever it was asked. */
async function judge(played: Played, ask: Ask, asking: string | null): Promise<void> {
  const { outcome, before, after } = played;
  expect(played.violations).toEqual([]);
  // A phase whose agent asks is not closed before the answer, whatever else is asked.
  if (asking !== null) expect(closed(after)).not.toContain(`phase ${asking}`);
  if (before === null) return expect(outcome.reason).toBe(asking === null ? 'completed' : 'waiting');
  if (closed(before).length === PHASES.length) return expect(outcome.reason).toBe('completed');
  expect(played.lateRuns).toBe(0);
  // Nothing is closed any more: neither the phase at work nor one after it.
  expect(closed(after)).toEqual(closed(before));
  if (ask === 'cancel') {
    expect(outcome).toMatchObject({ reason: 'cancelled', state: 'cancelled' });
    return expect(after.at(-1)).toBe('closed');
  }
  const isAsked = before.at(-1) === `waiting ${asking}`;
  expect(outcome).toMatchObject(
    isAsked ? { reason: 'waiting' } : { reason: 'interrupted', state: 'running' },
  );
  expect(after).toEqual(before);
}

const TIMES = runsOf(150, 300);
const ASKS: readonly Ask[] = ['stop', 'cancel', 'ctrl-C'];

test(`[S24, S25] interrupt beats checkpoint and cancel beats both, at many places and in every combination`, async () => {
  const { places } = await play('stop', 0, null);
  const seen = new Set<string>();
  for (let time = 0; time < TIMES; time += 1) {
    // Spread over all places, and the same each time: a run that fails can be played again.
    const at = 1 + ((time * 7907) % places);
    const ask = ASKS[time % ASKS.length] ?? 'stop';
    const asking = [null, null, ...PHASES][(time * 31) % 5] ?? null;
    const played = await play(ask, at, asking);
    try {
      await judge(played, ask, asking);
      // What was stopped is not lost; to see it each time would take as long again.
      if (time % 5 === 0 && played.outcome.reason === 'interrupted')
        expect(closed(await played.finish())).toEqual(ALL);
    } catch (error) {
      throw new Error(`${ask} at place ${at} of ${places}, ${asking ?? 'nobody'} asks: ${String(error)}`, {
        cause: error,
      });
    }
    seen.add(`${ask} ${played.outcome.reason}`);
  }
  // All kinds of ends were met: a session that is asked nothing in time would pass everything above.
  expect([...seen].sort()).toEqual([
    'cancel cancelled',
    'cancel completed',
    'cancel waiting',
    'ctrl-C completed',
    'ctrl-C interrupted',
    'ctrl-C waiting',
    'stop completed',
    'stop interrupted',
    'stop waiting',
  ]);
}, 600_000);
