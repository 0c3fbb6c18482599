import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { bundleProgram } from '../support/bundleProgram.ts';
import {
  copyMachine,
  makeFolder,
  makeMachine,
  remove,
  withApi,
  type Machine,
} from '../recovery/crashTestbed.ts';
import { DEMO, START, type Flow } from '../support/session.ts';
import { chanceOf } from './chance.ts';
import { inTurns, type Finding, type Orders } from './inTurns.ts';
import { leftOver } from './leftOver.ts';
import { lossesOf, sightOf, type Undisturbed } from './losses.ts';
import { ownerRound } from './ownerRound.ts';
import { once } from './once.ts';
import { isolationOf, soakOf, SOAKS, type SoakName } from './soakFlow.ts';

export interface OwnerSummary {
  readonly rounds: number;
  /** How many owners were told that another has the session (exit 6), and how many were killed. */
  readonly told: number;
  readonly killed: number;
  readonly findings: readonly Finding[];
}

const retried = ({ phases, ...flow }: Flow, id: string): Flow => ({
  ...flow,
  phases: phases.map((phase) => (phase.id === id ? { ...phase, retries: 1 } : phase)),
});

/** One phase before they meet, two or more that they fight for. */
const FOUGHT_FOR = {
  plain: {
    flow: { phases: [...SOAKS.plain.flow.phases, { id: 'three' }] },
    part: SOAKS.plain.part,
    line: [...SOAKS.plain.line, 'phase three'],
    until: 'one',
  },
  graph: { ...SOAKS.graph, until: 'plan' },
  // Nobody but the other owner stands in the way of one: what fails is tried again at once.
  waves: { ...SOAKS.waves, flow: retried(SOAKS.waves.flow, 'notes'), until: 'plan' },
};
const never = new AbortController().signal;

/**
 * Sets two owners against each other on one session, so many times and until one of them was told of the other; every round has the
 * next seed.
 */
export async function ownerSoak(orders: Orders): Promise<OwnerSummary> {
  const folder = await makeFolder();
  try {
    const program = await bundleProgram('test/soak/ownerProgram.ts');
    const grounds = once<Ground>();
    let [begun, told, killed] = [0, 0, 0];
    const findings = await inTurns(
      orders,
      () => begun >= orders.many && told > 0,
      async (seed) => {
        begun += 1;
        const of = orders.of ?? soakOf(seed);
        const isolation = isolationOf(of, chanceOf(seed), 30);
        const { opened, expected, lifeMs } = await grounds(`${of}-${isolation}`, () =>
          prepare(folder, of, isolation),
        );
        const machine = await copyMachine(opened, join(folder, `round-${seed}`));
        const { acknowledged, odd, ends } = await ownerRound(machine, program, seed, lifeMs);
        const lost = await lossesOf(machine, expected, FOUGHT_FOR[of].line, acknowledged);
        const found = [...odd, ...lost];
        const losses = found.length > 0 ? found : await leftOver(machine);
        told += ends.filter((end) => end === 'exit 6').length;
        killed += ends.filter((end) => end === 'SIGKILL').length;
        if (losses.length === 0) await remove(machine.folder);
        return { about: `${of}, ${isolation}: ${ends.join(', ')}`, losses };
      },
    );
    return { rounds: begun, told, killed, findings };
  } finally {
    if (orders.keep !== true) await remove(folder);
  }
}

interface Ground {
  /** A session with its first phase done. */
  readonly opened: Machine;
  readonly expected: Undisturbed;
  readonly lifeMs: number;
}

async function prepare(folder: string, of: SoakName, isolation: Isolation): Promise<Ground> {
  const { flow, part, until } = FOUGHT_FOR[of];
  const opened = await makeMachine(join(folder, `opened-${of}-${isolation}`), flow);
  await opened.agent.part('default', part);
  await withApi(opened, async (api) => {
    await api.start({ ...START, inPlace: isolation === 'in-place', until }, never);
  });
  const undisturbed = await copyMachine(opened, join(folder, `undisturbed-${of}-${isolation}`));
  const began = performance.now();
  const { reason } = await withApi(undisturbed, (api) => api.resume(DEMO, PLAIN_RESUME, never));
  const lifeMs = performance.now() - began;
  if (reason !== 'completed') throw new Error(`undisturbed, it is ${reason}`);
  const expected = await sightOf(undisturbed);
  await remove(undisturbed.folder);
  return { opened, expected, lifeMs };
}
