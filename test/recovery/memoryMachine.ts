import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import { POINTS } from '../../src/session/points.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { AgentTask } from '../../src/session/ports.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { handIn } from '../support/handIn.ts';
import type { MemoryNode } from '../support/memoryFiles.ts';
import { memoryWorld, type MemoryWorld } from '../support/memoryWorld.ts';
import { mortalWorld } from '../support/mortalWorld.ts';
import { scriptedAgents } from '../support/scriptedAgents.ts';
import { flowText } from '../support/session.ts';
import type { MemoryAct, Plays } from './memoryActs.ts';

async function machine({ flow, plays }: MemoryAct): Promise<MemoryWorld> {
  const agents = scriptedAgents({
    player(task, attempt) {
      const { env, prompt } = task;
      const phase = env['CAIRN_PHASE'];
      if (plays !== undefined) return play(memory, task, plays);
      if (phase === 'ask' && !prompt.includes('Blue.'))
        return { kind: 'needs-input', question: 'Which colour?' };
      if (phase !== 'retried' || attempt > 1) handIn(memory, { env });
      return { kind: 'completed' };
    },
  });
  const memory = await memoryWorld(
    { 'README.md': 'hello\n', '.cairn/workflows/flow.yaml': flowText(flow) },
    { clock: fakeClock({ automatic: true }), agents },
  );
  return memory;
}

function play({ repository: { disk } }: MemoryWorld, task: AgentTask, plays: Plays): AgentOutcome {
  const { env, cwd, onEvent: tells } = task;
  const left = plays({ phase: env['CAIRN_PHASE'] ?? '', round: Number(env['CAIRN_ROUND']), tells });
  for (const [path, text] of Object.entries(left))
    disk.set(path.startsWith('/') ? `${cwd}${path}` : `${env['CAIRN_PHASE_DIR']}/${path}`, fileOf(text));
  return { kind: 'completed' };
}

export const fileOf = (text: string): MemoryNode => ({
  kind: 'file',
  bytes: Buffer.from(text),
  mode: '100644',
});

/** Does an act, whose process dies at the n-th place that it passes; null: it lives. What was taken by it is free afterwards. */
export async function acted(
  of: MemoryAct,
  dieAt: number | null,
): Promise<{ readonly memory: MemoryWorld; readonly passed: readonly Place[] }> {
  const memory = await machine(of);
  await of.ground(createApi(memory.of('before')), memory);
  const { world, died, passed } = mortalWorld(memory.of('driver'), dieAt);
  const lived = of.act(createApi(world));
  if (dieAt === null) await lived;
  else await Promise.race([died, lived.then(() => Promise.reject(new Error('it lived')))]);
  memory.kill('driver');
  return { memory, passed: passed.map((place, at) => [at + 1, place]) };
}

/** Where an act may die: the n-th place that it passes, from 1, and what that is called. */
export type Place = readonly [nth: number, place: string];

/** Places that `src/session/points.ts` names; all others are calls of ports. */
export const isNamed = ([, place]: Place): boolean => POINTS.some((point) => point === place);

/** So many of a list at most, spread over it; with `CAIRN_DEATHS=all` every one. */
export const spread = <T>(all: readonly T[], most: number): readonly T[] => {
  if (process.env['CAIRN_DEATHS'] === 'all') return all;
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)]!);
};
