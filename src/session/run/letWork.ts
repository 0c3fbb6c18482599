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
import { watchActs } from './watchActs.ts';
import { watchSilence } from './watchSilence.ts';

/** How an agent's work ended, and what it said of it on the way. */
export interface Worked {
  readonly outcome: AgentOutcome;
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
  const acts = watchActs(drive);
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
      acts.saw(event);
      if (event.type === 'text') world.onProgress({ type: 'agent-line', text: event.text });
      if (event.type === 'tool' && event.status === 'started')
        world.onProgress({ type: 'agent-line', text: `${event.kind}: ${event.title}` });
      if (event.type === 'usage') seen.usage = event.usage;
      if (event.type === 'mode') seen.mode = event.mode;
    },
  });
  await acts.tell();
  return { outcome, ...seen };
}
