import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { beforeAll, describe, expect } from 'vitest';
import { DEMO, logLines, type Flow } from '../support/session.ts';
import type { Act } from './carryOut.ts';
import { crashes, start } from './crashes.ts';
import { DEATHS, type Death } from './deaths.ts';
import { withApi, type Machine } from './crashTestbed.ts';
import { byDepth } from '../support/thorough.ts';

/** Kills a person's word at every named place: afterwards it was said once, or can be said again. */

const { template, fresh, copyOf, live, passesOnly, eachDeath } = crashes();
const never = new AbortController().signal;

const APPROVAL: Flow = { phases: [{ id: 'one', approval: 'required' }] };
const QUESTION: Flow = { phases: [{ id: 'ask' }] };

const waiting = (flow: Flow): Promise<Machine> =>
  template(`waiting ${JSON.stringify(flow)}`, async () => {
    const machine = await copyOf(await fresh('worktree', flow));
    await machine.agent.part(
      'ask',
      'if [ "$CAIRN_ATTEMPT" = 1 ]; then echo "Which colour?" > "$CAIRN_PHASE_DIR/QUESTION.md"; else usual; fi',
    );
    // Every attempt another result: one that is rejected and stays as it was is no result.
    await machine.agent.part('one', 'usual; echo "$CAIRN_ATTEMPT" >> "$CAIRN_PHASE_DIR/result.md"');
    await live(machine, start('worktree'));
    return machine;
  });

const sayAgain: Readonly<Record<'reject' | 'answer' | 'cancel', (api: CairnApi) => Promise<unknown>>> = {
  reject: (api) => api.reject(DEMO, null, null),
  answer: (api) => api.answer(DEMO, 'Blue.'),
  cancel: (api) => api.cancel(DEMO),
};

describe.each<[Act & { readonly verb: keyof typeof sayAgain }, Flow, readonly Death[]]>([
  [{ verb: 'reject' }, APPROVAL, DEATHS.word],
  [{ verb: 'answer', text: 'Blue.' }, QUESTION, DEATHS.answer],
  [{ verb: 'cancel' }, APPROVAL, DEATHS.cancel],
])('%o', (act, flow, deaths) => {
  let expected: unknown;

  /** Goes on to where it stops by itself, twice. */
  const outcome = (machine: Machine): Promise<unknown> =>
    withApi(machine, async (api) => {
      const { reason, commit } = await api.resume(DEMO, PLAIN_RESUME, never);
      expect(await api.resume(DEMO, PLAIN_RESUME, never)).toMatchObject({ reason, commit });
      const violations = (await api.verify(DEMO)).flatMap((result) => result.violations);
      return { reason, log: await logLines(api), violations };
    });

  beforeAll(async () => {
    const machine = await copyOf(await waiting(flow));
    await passesOnly(machine, act, deaths);
    expected = await outcome(machine);
  });

  eachDeath('dies at %s (%i), and is said once', byDepth(deaths), {
    ground: () => waiting(flow),
    act,
    async comesTo(machine) {
      await withApi(machine, async (api) => {
        if ((await api.status(DEMO)).state === 'waiting') await sayAgain[act.verb](api);
      });
      return outcome(machine);
    },
    expected: () => expected,
  });
});
