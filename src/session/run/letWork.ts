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
import type { Watch } from './watch.ts';
import { watchActs } from './watchActs.ts';
import { watchSilence } from './watchSilence.ts';
import { watchTime } from './watchTime.ts';

/** How an agent's work ended, and what it said of it on the way. */
export interface Worked {
  readonly outcome: AgentOutcome;
  readonly usage?: Usage;
  readonly mode?: string;
}

type Given = Pick<AgentTask, 'prompt' | 'signal'> & { readonly folder: string };

/** Has an agent work once, and ends it when it has fallen silent or its time is over. */
export async function letWork(
  drive: Drive,
  agent: Agent,
  phase: Phase,
  row: StatusRow,
  given: Given,
): Promise<Worked> {
  const watches = watchesOver(drive, agent, phase);
  const acts = watchActs(drive);
  const gone = new AbortController();
  const { task, seen } = await taskFor(drive, row, given);
  const permit = permitBy(drive, agent, row, AbortSignal.any([given.signal, gone.signal]));
  try {
    const outcome = await agent.run({
      ...task,
      // Where a person is asked, our own watch knows which time is the agent's.
      timeoutMs: agent.permissions === null ? phase.timeoutMs : LONGEST_MS,
      signal: AbortSignal.any([given.signal, ...watches.map((watch) => watch.signal)]),
      onEvent(event) {
        for (const watch of watches) watch.heard();
        acts.saw(event);
        task.onEvent(event);
      },
      permit: (asked) => watches.reduce((act, watch) => watch.during(act), permit(asked)),
    });
    await acts.tell();
    const ended = given.signal.aborted ? undefined : watches.find((watch) => watch.signal.aborted);
    return { outcome: ended?.outcome ?? outcome, ...seen };
  } finally {
    for (const watch of watches) watch.dispose();
    gone.abort();
  }
}

/** As long as a timer can be set for. */
const LONGEST_MS = 2 ** 31 - 1;

function watchesOver(drive: Drive, { stallMs, permissions }: Agent, { timeoutMs }: Phase): readonly Watch[] {
  return [
    ...(permissions === null ? [] : [watchTime(drive.world.clock, timeoutMs)]),
    ...(stallMs === null ? [] : [watchSilence(drive, stallMs)]),
  ];
}

/** What every attempt is given, and what is remembered of what its agent says. */
async function taskFor(
  drive: Drive,
  row: StatusRow,
  { prompt, folder }: Given,
): Promise<{
  readonly task: Omit<AgentTask, 'timeoutMs' | 'signal' | 'permit'>;
  readonly seen: { usage?: Usage; mode?: string };
}> {
  const { world, state } = drive;
  const { path: packet } = await newestPacket(world.repository, drive.record);
  const seen: { usage?: Usage; mode?: string } = {};
  return {
    seen,
    task: {
      prompt,
      cwd: drive.root,
      env: environmentOf(drive, row, { packet, prompt: join(folder, 'prompt.md') }),
      outputFile: join(folder, 'agent.log'),
      onStarted: (group) =>
        state.journal(
          { type: 'process-started', at: world.clock.now(), what: 'agent', ...group },
          { flush: true },
        ),
      goOn: null,
      onEvent: (event: AgentEvent) => {
        if (event.type === 'text') world.onProgress({ type: 'agent-line', text: event.text });
        if (event.type === 'tool' && event.status === 'started')
          world.onProgress({ type: 'agent-line', text: `${event.kind}: ${event.title}` });
        if (event.type === 'usage') seen.usage = event.usage;
        if (event.type === 'mode') seen.mode = event.mode;
      },
    },
  };
}
