import { busyClock, turns } from '../../support/busyClock.ts';
import { handIn } from '../../support/handIn.ts';
import { memoryWorld, type MemoryWorld } from '../../support/memoryWorld.ts';
import { scriptedAgents } from '../../support/scriptedAgents.ts';
import { scriptedProcesses, type ScriptedProcesses } from '../../support/scriptedProcesses.ts';
import { flowText, type Flow } from '../../support/session.ts';

/** Numbers below `of`. */
export type Draw = (of: number) => number;

/** A session in memory on which several phases work, before anybody has begun it. */
export interface Table {
  readonly memory: MemoryWorld;
  readonly draw: Draw;
  /** Attempts whose agents have ended, `<phase>-<round>-<attempt>`: each has left a file of that name. */
  readonly completed: ReadonlySet<string>;
  /** Checks that take a while, and fail now and then. */
  checks(): ScriptedProcesses;
}

export const fileOf = (attempt: string): string => `u-${attempt}.txt`;

export async function anyTable(draw: Draw): Promise<Table> {
  const completed = new Set<string>();
  const flow = flowOf(draw);
  const isShared = draw(3) === 0;
  const agents = scriptedAgents({
    async player({ env, signal }) {
      const { CAIRN_PHASE: phase = '', CAIRN_ROUND: round = '', CAIRN_ATTEMPT: attempt = '' } = env;
      const name = [phase, round, attempt].join('-');
      const write = (path: string, text: string): unknown =>
        memory.repository.disk.set(path, { kind: 'file', bytes: Buffer.from(text), mode: '100644' });
      await turns(draw(60));
      if (signal.aborted) return { kind: 'cancelled' };
      if (phase === 'review')
        write(`${env['CAIRN_PHASE_DIR']}/verdict.json`, JSON.stringify({ ok: draw(2) === 0 }));
      else handIn(memory, { env });
      write(`${env['CAIRN_REPO']}/${fileOf(name)}`, name);
      if (isShared && ['a', 'b'].includes(phase)) write(`${env['CAIRN_REPO']}/shared.txt`, `${name}\n`);
      await turns(draw(30));
      if (signal.aborted) return { kind: 'cancelled' };
      completed.add(name);
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(flow) },
    { clock: busyClock(), agents },
  );
  const checks = (): ScriptedProcesses =>
    scriptedProcesses({
      async check() {
        await turns(draw(150));
        return { exitCode: draw(7) === 0 ? 1 : 0 };
      },
    });
  return { memory, draw, completed, checks };
}

/** Checks to run again on the joint tree, phases that wait for people, conflicts, and a review that sends work back. */
function flowOf(draw: Draw): Flow {
  const checks = [{ run: 'check' }];
  const onConflict = draw(2) === 0 ? 'ask' : 'retry';
  const review = {
    id: 'review',
    needs: draw(2) === 0 ? ['plan'] : ['a'],
    artifacts: ['verdict.json'],
    approval: draw(3) === 0 ? 'required' : 'none',
    loop: {
      to: draw(2) === 0 ? 'plan' : 'review',
      until: { file: 'review/verdict.json', at: '/ok', is: true },
      max: 1 + draw(2),
    },
  };
  return {
    schema: 2,
    parallel: 2 + draw(4),
    phases: [
      { id: 'plan' },
      { id: 'a', needs: ['plan'], checks, retries: draw(2), onConflict },
      { id: 'b', needs: ['plan'], checks, approval: 'required', onConflict },
      { id: 'c', needs: ['plan'], checks, retries: 1 },
      { id: 'd', needs: draw(2) === 0 ? ['c'] : ['plan'], approval: 'required' },
      ...(draw(3) > 0 ? [review] : []),
    ],
  };
}
