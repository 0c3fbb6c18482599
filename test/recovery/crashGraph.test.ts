import { beforeAll, describe, expect } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';
import type { Act } from './carryOut.ts';
import { crashes, start } from './crashes.ts';
import { resultOf, withApi, type Machine } from './crashTestbed.ts';
import { DEATHS } from './deaths.ts';
import { goneOn } from './goOn.ts';

/**
 * Kills the engine where it opens a round, skips a phase, expands a list or stops a session, and a person's word about these. All
 * their places are passed in `crashInMemory.test.ts`, with many more such sessions.
 */

const { template, fresh, copyOf, live, passesOnly, eachDeath } = crashes();

const says = (json: string): string => `usual; echo '${json}' > "$CAIRN_PHASE_DIR/said.json"`;
const OK = { file: 'review/said.json', at: '/ok', is: true };

/** A review that goes back to what it reviews. */
const looped = (max: number): Flow => ({
  schema: 2,
  phases: [
    { id: 'build' },
    { id: 'review', artifacts: ['said.json'], loop: { to: 'build', until: OK, max } },
  ],
});
/** Red in the first round: its work is published with it. */
const RED = {
  review: `if [ "$CAIRN_ROUND" = 1 ]; then ${says('{"ok": false}')}; else ${says('{"ok": true}')}; fi`,
};
/** Nothing that would be judged in the first round: its work is held, and leaves the working tree. */
const BROKEN = {
  review: `if [ "$CAIRN_ROUND" = 1 ]; then echo junk > junk.txt; echo worse > README.md; else ${says('{"ok": true}')}; fi`,
};
const LISTED: Flow = {
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['said.json'] },
    { id: 'docs', needs: ['plan'], when: { file: 'plan/said.json', at: '/docs', is: true } },
    { id: 'build', needs: ['plan'], forEach: { file: 'plan/said.json', at: '/tasks', max: 3 } },
    { id: 'verify', needs: ['build', 'docs'] },
  ],
};
const PLAN = { plan: says('{"docs": false, "tasks": [{"id": "api"}, {"id": "page", "needs": ["api"]}]}') };
const STOPPED: Flow = {
  schema: 2,
  phases: [{ id: 'review', artifacts: ['said.json'], stop: { when: { ...OK, is: false } } }, { id: 'build' }],
};
const LIMITED: Flow = { schema: 2, limits: { time: '1ms' }, phases: [{ id: 'build' }, { id: 'docs' }] };

const ground = (flow: Flow, parts: Readonly<Record<string, string>>): Promise<Machine> =>
  template(`parts ${JSON.stringify([flow, parts])}`, async () => {
    const machine = await copyOf(await fresh('worktree', flow));
    for (const [of, part] of Object.entries(parts)) await machine.agent.part(of, part);
    return machine;
  });

for (const depth of byDepth(
  [
    ['a round that publishes its work', looped(2), RED, DEATHS.round],
    ['a round that holds its work', looped(2), BROKEN, DEATHS.heldRound],
    ['a phase that is skipped, and a list that becomes phases', LISTED, PLAN, DEATHS.skipAndExpand],
    ['a phase that stops the session', STOPPED, { review: says('{"ok": false}') }, DEATHS.stop],
  ] as const,
  (_what, at) => at > 0 && at < 3,
))
  describe.each(depth.rows)('%s', depth.options, (_what, flow, parts, deaths) => {
    let expected: unknown;

    beforeAll(async () => {
      const machine = await copyOf(await ground(flow, parts));
      expect(await live(machine, start('worktree'))).toEqual(
        expect.arrayContaining(deaths.map(([point]) => point)),
      );
      expected = await resultOf(machine);
    });

    eachDeath('that dies at %s (%i) is gone on with', byDepth(deaths), {
      ground: () => ground(flow, parts),
      act: start('worktree'),
      comesTo: (machine) => goneOn(machine, 'worktree'),
      expected: () => expected,
    });
  });

for (const { rows, options } of byDepth(
  [
    ['another round', looped(1), BROKEN, DEATHS.anotherRound],
    ['accept as it is', looped(1), RED, DEATHS.approval],
    ['stop', looped(1), BROKEN, DEATHS.stopLoop],
    ['go on without', LIMITED, {}, DEATHS.answer],
  ] as const,
  (_answer, at) => at % 3 === 0,
))
  describe.each(rows)('the answer "%s"', options, (text, flow, parts, deaths) => {
    const act: Act = { verb: 'answer', text };
    let expected: unknown;

    const waiting = (): Promise<Machine> =>
      template(`waiting for ${text}`, async () => {
        const machine = await copyOf(await ground(flow, parts));
        await live(machine, start('worktree'));
        return machine;
      });
    const ended = async (machine: Machine): Promise<unknown> => {
      const reason = await withApi(machine, async (api) => {
        const before = (await api.log(DEMO)).length;
        const { state } = await api.status(DEMO);
        // The question of before is the last word: it was not said.
        if (state === 'waiting' && before === asked) await api.answer(DEMO, text);
        return (await api.resume(DEMO, PLAIN_RESUME, new AbortController().signal)).reason;
      });
      return { reason, ...((await resultOf(machine)) as object) };
    };
    let asked = 0;

    beforeAll(async () => {
      const machine = await copyOf(await waiting());
      asked = await withApi(machine, async (api) => (await api.log(DEMO)).length);
      await passesOnly(machine, act, deaths);
      expected = await ended(machine);
    });

    eachDeath('dies at %s (%i), and is said once', byDepth(deaths), {
      ground: waiting,
      act,
      comesTo: ended,
      expected: () => expected,
    });
  });
