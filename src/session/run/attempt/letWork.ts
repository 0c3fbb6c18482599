import { join } from 'node:path';
import { LONGEST_TIMER_MS } from '../../../base/longestTimer.ts';
import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import { OWN_RULES, quotedAct } from '../../../model/agent/denials.ts';
import { shownLine } from '../../../model/text/oneLine.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Usage } from '../../../model/attempt/usage.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Context, CheckedOut, Drive } from '../../drive.ts';
import type { Agent, AgentEvent, AgentTask } from '../../ports.ts';
import { countWork } from './countWork.ts';
import { environmentOf } from './environmentOf.ts';
import { permitBy, shortened } from './permitBy.ts';
import { newestPacket } from '../../record/newestPacket.ts';
import { promptAgainBy } from './promptAgain.ts';
import type { Watch } from './watch.ts';
import { watchGit } from '../../workingTree/watchGit.ts';
import { tellKept } from '../../tell.ts';
import { tellWork } from './tellWork.ts';
import { watchActs } from './watchActs.ts';
import { startStopwatch } from './stopwatch.ts';
import { watchLimits } from './watchLimits.ts';
import { watchSilence } from './watchSilence.ts';
import { watchTime } from './watchTime.ts';

/** How an agent's work ended, and what it told on the way. */
export interface Worked extends Readonly<Seen> {
  readonly outcome: AgentOutcome;
  /** Number of tool calls it reported. */
  readonly calls: number;
  /** How long it worked, without the time in which a person was asked. Milliseconds. */
  readonly ms: number;
}

/** What it told about itself; the latest value of each. */
interface Seen {
  usage?: Usage;
  mode?: string;
  model?: string;
  turns?: number;
  sessionExpired?: string;
}

/** The task of an attempt; `folder`: where its output goes. */
type Given = Pick<AgentTask, 'prompt' | 'signal' | 'goOn'> & { readonly folder: string };

/** Runs an agent once, and ends it when it falls silent or its time is over. */
export async function letWork(
  drive: Drive,
  agent: Agent,
  phase: Phase,
  row: StatusRow,
  given: Given,
): Promise<Worked> {
  const limits = await watchLimits(drive, phase);
  const watches = [...(limits === null ? [] : [limits]), ...watchesOver(drive, agent, phase)];
  const { used, during } = startStopwatch(drive.world.clock);
  const acts = watchActs(drive);
  const git = await watchGit(drive, agent.kind === 'manual' ? 'you' : 'the agent');
  const gone = new AbortController();
  const { task, seen, calls } = await taskFor(drive, agent, row, given);
  const counted = countWork(drive, () => ({
    ms: used(),
    ...(seen.usage === undefined ? {} : { usage: seen.usage }),
  }));
  const permit = permitBy(drive, agent, row, { gone: AbortSignal.any([given.signal, gone.signal]), git });
  try {
    const outcome = await agent.run({
      ...task,
      // If a person may be asked, our own watch knows which time is the agent's.
      timeoutMs: agent.permissions === null ? phase.timeoutMs : LONGEST_TIMER_MS,
      signal: AbortSignal.any([given.signal, ...watches.map((watch) => watch.signal)]),
      onEvent(event) {
        for (const watch of watches) watch.heard(event);
        acts.saw(event);
        task.onEvent(event);
      },
      permit: (asked) => watches.reduce((act, watch) => watch.during(act), during(permit(asked))),
    });
    await acts.tell();
    const ended = given.signal.aborted ? undefined : watches.find((watch) => watch.signal.aborted);
    return { outcome: ended?.outcome ?? outcome, calls: calls(), ms: used(), ...seen };
  } finally {
    for (const watch of watches) watch.dispose();
    gone.abort();
    await counted.end(given.signal.aborted ? 'cut-off' : 'told');
    // Even if it was stopped: what it did to git stays.
    await git.tell();
  }
}

function watchesOver(
  drive: CheckedOut,
  { stallMs, permissions }: Agent,
  { timeoutMs }: Phase,
): readonly Watch[] {
  return [
    ...(permissions === null ? [] : [watchTime(drive.world.clock, () => timeoutMs)]),
    ...(stallMs === null ? [] : [watchSilence(drive, stallMs)]),
  ];
}

/** The task of every attempt, and what we remember of what its agent tells. */
async function taskFor(
  drive: Drive,
  { name }: Agent,
  row: StatusRow,
  { prompt, folder, goOn }: Given,
): Promise<{
  readonly task: Omit<AgentTask, 'timeoutMs' | 'signal' | 'permit'>;
  readonly seen: Seen;
  readonly calls: () => number;
}> {
  const { world, state } = drive;
  const { path: packet } = await newestPacket(world.repository, drive.record);
  const seen: Seen = {};
  let hint = '';
  const told = tellWork(drive.root, world.onProgress);
  return {
    seen,
    calls: () => told.calls(),
    task: {
      prompt,
      cwd: drive.root,
      env: await environmentOf(drive, row, { packet, prompt: join(folder, 'prompt.md') }),
      outputFile: join(folder, 'agent.log'),
      onStarted: (group) =>
        state.journal(
          { type: 'process-started', at: world.clock.now(), what: 'agent', ...group },
          { flush: true },
        ),
      goOn,
      promptAgain: promptAgainBy(drive, row, name, () => hint),
      onEvent: (event: AgentEvent) => {
        told.take(event);
        note(seen, event);
        if (event.type === 'session-hint') {
          hint = event.id.length > LONGEST_HINT ? '' : event.id;
          keepHint(drive, event.id);
        }
        if (event.type === 'denied') keepDenial(drive, event);
      },
    },
  };
}

function note(seen: Seen, event: AgentEvent): void {
  if (event.type === 'usage') seen.usage = event.usage;
  if (event.type === 'mode') seen.mode = event.mode;
  if (event.type === 'model') seen.model = shownLine(event.model, LONGEST_WORDS);
  if (event.type === 'turns') seen.turns = event.turns;
  if (event.type === 'session-expired') seen.sessionExpired = shownLine(event.why, LONGEST_WORDS);
}

const LONGEST_WORDS = 200;
const LONGEST_HINT = 1_000;

/** Nobody waits for this line: whatever the attempt writes next comes after it. */
function keepDenial(
  { world, state }: Context,
  event: Extract<AgentEvent, { readonly type: 'denied' }>,
): void {
  const at = world.clock.now();
  const permission = { at, ...shortened(event), decision: 'denied', by: OWN_RULES } as const;
  tellKept(world, { notice: 'denied', by: 'own-rules', places: [], act: quotedAct(event) });
  state
    .journal({ type: 'permission-decided', at, permission }, { flush: false })
    .catch((error: unknown) =>
      world.log.warn('what an agent was denied could not be kept', { error: String(error) }),
    );
}

/** Nobody waits for it: a lost hint does no harm. A hint too long for the journal is dropped. */
function keepHint({ world, state }: Context, id: string): void {
  if (id.length > LONGEST_HINT) return;
  state
    .journal({ type: 'session-hint', at: world.clock.now(), id })
    .catch((error: unknown) =>
      world.log.warn('the hint of an agent could not be kept', { error: String(error) }),
    );
}
