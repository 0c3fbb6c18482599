import type { PhaseId } from '../../model/names/ids.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import type { Happening } from '../../runner/runEvents.ts';
import type { AgentPlan, AgentTool } from '../../session/progress.ts';

/** What the running attempt's agent does, as a person sees it. Bounded, whatever the agent prints. */
export interface Activity {
  readonly phase: PhaseId;
  readonly attempt: number;
  /** False once the agent has ended and its work is being checked. */
  readonly works: boolean;
  readonly plan: AgentPlan | null;
  /** The newest first. */
  readonly calls: readonly AgentTool[];
  /** How many calls there were. */
  readonly count: number;
  /** The last line it said; '' before any. */
  readonly says: string;
  /** Progress of its checkpoint, when that takes a while. */
  readonly taking?: Of<'taking'>;
}

const MOST_CALLS = 8;
const LONGEST_LINE = 200;

type Of<T extends Happening['type']> = Extract<Happening, { readonly type: T }>;

/** Events that change the activity; all others, including those of newer runners, change nothing. */
const SEEN: { readonly [T in Happening['type']]?: (activity: Activity, event: Of<T>) => Activity } = {
  'agent-line': (activity, { text }) => {
    const says = shownLine(text, LONGEST_LINE);
    return says === '' ? activity : { ...activity, says };
  },
  'agent-plan': (activity, plan) => ({ ...activity, plan: plan.of === 0 ? null : plan }),
  'agent-tool': (activity, call) => ({
    ...activity,
    calls: withCall(activity.calls, call),
    count: Math.max(activity.count, call.n),
  }),
  'agent-ended': (activity) => ({ ...activity, works: false }),
};

/** The activity after one more event of the run; null when no attempt is under way. */
export function reduceActivity(activity: Activity | null, event: Happening): Activity | null {
  if (event.type === 'attempt') return begun(event);
  if (event.type === 'checkpoint') return null;
  if (event.type === 'taking') return activity && { ...activity, taking: event };
  return activity === null || !activity.works ? activity : seen(activity, event);
}

function seen<T extends Happening['type']>(activity: Activity, event: Of<T>): Activity {
  const next: ((activity: Activity, event: Of<T>) => Activity) | undefined = SEEN[event.type];
  return next === undefined ? activity : next(activity, event);
}

function begun({ phase, attempt }: Extract<Happening, { type: 'attempt' }>): Activity {
  return { phase, attempt, works: true, plan: null, calls: [], count: 0, says: '' };
}

/** Drops ended calls first, so that many short calls do not push out a long one that still runs. */
function withCall(calls: readonly AgentTool[], call: AgentTool): readonly AgentTool[] {
  const all = [call, ...calls.filter(({ n }) => n !== call.n)].sort((a, b) => b.n - a.n);
  if (all.length <= MOST_CALLS) return all;
  const last = all.findLastIndex(({ status }) => status !== 'started');
  return all.toSpliced(last === -1 ? all.length - 1 : last, 1);
}
