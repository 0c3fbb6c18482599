import { join } from 'node:path';
import type { AgentOutcome } from '../../model/agentOutcome.ts';
import type { StatusRow } from '../../model/status.ts';
import type { Usage } from '../../model/usage.ts';
import type { Phase } from '../../model/workflow.ts';
import type { Drive } from '../drive.ts';
import type { Agent, AgentEvent, AgentTask } from '../ports.ts';
import { environmentOf } from './environmentOf.ts';
import { permitBy } from './permitBy.ts';
import { newestPacket } from './phasePacket.ts';
import { tellWork } from './tellWork.ts';
import { watchSilence } from './watchSilence.ts';

/** How an agent's work ended, and what it said of it on the way. */
export interface Worked {
  readonly outcome: AgentOutcome;
  /** How many calls of tools it told of. */
  readonly calls: number;
  readonly usage?: Usage;
  readonly mode?: string;
}

/** Has an agent work once, and ends it when it has fallen silent. */
export async function letWork(
  drive: Drive,
  agent: Agent,
  phase: Phase,
  row: StatusRow,
  given: Pick<AgentTask, 'prompt' | 'signal'> & { readonly folder: string },
): Promise<Worked> {
  const limitMs = agent.stallMs;
  if (limitMs === null) return work(drive, agent, phase, row, given);
  const silence = watchSilence(drive, limitMs);
  try {
    const worked = await work(
      drive,
      {
        ...agent,
        run: (task) =>
          agent.run({
            ...task,
            signal: AbortSignal.any([task.signal, silence.signal]),
            onEvent(event) {
              silence.heard();
              task.onEvent(event);
            },
            permit: (asked) => silence.during(task.permit(asked)),
          }),
      },
      phase,
      row,
      given,
    );
    const stalled = silence.signal.aborted && !given.signal.aborted;
    return stalled ? { ...worked, outcome: { kind: 'stalled', afterMs: limitMs } } : worked;
  } finally {
    silence.dispose();
  }
}

async function work(
  drive: Drive,
  agent: Agent,
  phase: Phase,
  row: StatusRow,
  { prompt, folder, signal }: Pick<AgentTask, 'prompt' | 'signal'> & { readonly folder: string },
): Promise<Worked> {
  const { world, state } = drive;
  const { path: packet } = await newestPacket(world.repository, drive.record);
  const seen: { usage?: Usage; mode?: string } = {};
  const told = tellWork(drive.root, world.onProgress);
  const outcome = await agent.run({
    prompt,
    cwd: drive.root,
    env: environmentOf(drive, row, { packet, prompt: join(folder, 'prompt.md') }),
    timeoutMs: phase.timeoutMs,
    outputFile: join(folder, 'agent.log'),
    signal,
    onStarted: (group) =>
      state.journal(
        { type: 'process-started', at: world.clock.now(), what: 'agent', ...group },
        { flush: true },
      ),
    permit: permitBy(drive, agent.permissions ?? 'deny'),
    goOn: null,
    onEvent: (event: AgentEvent) => {
      told.take(event);
      if (event.type === 'usage') seen.usage = event.usage;
      if (event.type === 'mode') seen.mode = event.mode;
    },
  });
  return { outcome, calls: told.calls(), ...seen };
}
