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
import { watchSilence } from './watchSilence.ts';

/** How an agent's work ended, and what it said of it on the way. */
export interface Worked {
  readonly outcome: AgentOutcome;
  readonly usage?: Usage;
  readonly mode?: string;
}

/** What an attempt is given; `folder`: where its output goes. */
type Given = Pick<AgentTask, 'prompt' | 'signal' | 'goOn'> & { readonly folder: string };

/** Has an agent work once, and ends it when it has fallen silent. */
export async function letWork(
  drive: Drive,
  agent: Agent,
  phase: Phase,
  row: StatusRow,
  given: Given,
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
  { prompt, folder, signal, goOn }: Given,
): Promise<Worked> {
  const { world, state } = drive;
  const { path: packet } = await newestPacket(world.repository, drive.record);
  const seen: { usage?: Usage; mode?: string } = {};
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
    goOn,
    onEvent: (event: AgentEvent) => {
      if (event.type === 'text') world.onProgress({ type: 'agent-line', text: event.text });
      if (event.type === 'tool' && event.status === 'started')
        world.onProgress({ type: 'agent-line', text: `${event.kind}: ${event.title}` });
      if (event.type === 'usage') seen.usage = event.usage;
      if (event.type === 'mode') seen.mode = event.mode;
      if (event.type === 'session-hint') keepHint(drive, event.id);
    },
  });
  return { outcome, ...seen };
}

const LONGEST_HINT = 1_000;

/** Nobody waits for it: a hint that is lost makes no difference. One that the journal would cut short is no hint any more. */
function keepHint({ world, state }: Drive, id: string): void {
  if (id.length > LONGEST_HINT) return;
  state
    .journal({ type: 'session-hint', at: world.clock.now(), id })
    .catch((error: unknown) =>
      world.log.warn('the hint of an agent could not be kept', { error: String(error) }),
    );
}
