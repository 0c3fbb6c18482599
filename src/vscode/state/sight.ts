import type { PhaseId } from '../../model/names/ids.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import type { Happening } from '../../runner/runEvents.ts';
import type { AgentPlan, AgentTool } from '../../session/progress.ts';

/** What the agent of the running attempt does, as far as a person is shown it. Bounded, whatever the agent prints. */
export interface Sight {
  readonly phase: PhaseId;
  readonly attempt: number;
  /** False: its agent has ended, and what it did is checked. */
  readonly works: boolean;
  readonly plan: AgentPlan | null;
  /** The newest first. */
  readonly calls: readonly AgentTool[];
  /** How many calls there were. */
  readonly count: number;
  /** The last line that it said; '' before any. */
  readonly says: string;
  /** How far its checkpoint is, where that takes a while. */
  readonly taking?: Of<'taking'>;
}

const MOST_CALLS = 8;
const LONGEST_LINE = 200;

type Of<T extends Happening['type']> = Extract<Happening, { readonly type: T }>;

/** What an agent at work tells; what is not here changes nothing. A runner of a newer version may tell of more. */
const SEEN: { readonly [T in Happening['type']]?: (sight: Sight, event: Of<T>) => Sight } = {
  'agent-line': (sight, { text }) => {
    const says = shownLine(text, LONGEST_LINE);
    return says === '' ? sight : { ...sight, says };
  },
  'agent-plan': (sight, plan) => ({ ...sight, plan: plan.of === 0 ? null : plan }),
  'agent-tool': (sight, call) => ({
    ...sight,
    calls: withCall(sight.calls, call),
    count: Math.max(sight.count, call.n),
  }),
  'agent-ended': (sight) => ({ ...sight, works: false }),
};

/** What is seen after the run that drives a session has said one thing more; null: no attempt is under way. */
export function reduceSight(sight: Sight | null, event: Happening): Sight | null {
  if (event.type === 'attempt') return begun(event);
  if (event.type === 'checkpoint') return null;
  if (event.type === 'taking') return sight && { ...sight, taking: event };
  return sight === null || !sight.works ? sight : seen(sight, event);
}

function seen<T extends Happening['type']>(sight: Sight, event: Of<T>): Sight {
  const next: ((sight: Sight, event: Of<T>) => Sight) | undefined = SEEN[event.type];
  return next === undefined ? sight : next(sight, event);
}

function begun({ phase, attempt }: Extract<Happening, { type: 'attempt' }>): Sight {
  return { phase, attempt, works: true, plan: null, calls: [], count: 0, says: '' };
}

/** What still runs is worth more than what is over: a call that lasts is not pushed out by many short ones. */
function withCall(calls: readonly AgentTool[], call: AgentTool): readonly AgentTool[] {
  const all = [call, ...calls.filter(({ n }) => n !== call.n)].sort((a, b) => b.n - a.n);
  if (all.length <= MOST_CALLS) return all;
  const last = all.findLastIndex(({ status }) => status !== 'started');
  return all.toSpliced(last === -1 ? all.length - 1 : last, 1);
}
