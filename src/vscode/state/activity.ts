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
  readonly taking?: Extract<Happening, { readonly type: 'taking' }>;
}

const MOST_CALLS = 8;
const LONGEST_LINE = 200;

/** The activity after one more event of the run; null when no attempt is under way. */
export function reduceActivity(activity: Activity | null, event: Happening): Activity | null {
  if (event.type === 'checkpoint') return null;
  if (event.type === 'attempt') {
    const { phase, attempt } = event;
    return { phase, attempt, works: true, plan: null, calls: [], count: 0, says: '' };
  }
  if (activity === null) return null;
  if (event.type === 'taking') return { ...activity, taking: event };
  return activity.works ? seen(activity, event) : activity;
}

/** All other events, including those of newer runners, change nothing. */
function seen(activity: Activity, event: Happening): Activity {
  if (event.type === 'agent-ended') return { ...activity, works: false };
  if (event.type === 'agent-plan') return { ...activity, plan: event.of === 0 ? null : event };
  if (event.type === 'agent-tool')
    return {
      ...activity,
      calls: withCall(activity.calls, event),
      count: Math.max(activity.count, event.n),
    };
  const says = event.type === 'agent-line' ? shownLine(event.text, LONGEST_LINE) : '';
  return says === '' ? activity : { ...activity, says };
}

/** Drops ended calls first, so that many short calls do not push out a long one that still runs. */
function withCall(calls: readonly AgentTool[], call: AgentTool): readonly AgentTool[] {
  const all = [call, ...calls.filter(({ n }) => n !== call.n)].sort((a, b) => b.n - a.n);
  if (all.length <= MOST_CALLS) return all;
  const last = all.findLastIndex(({ status }) => status !== 'started');
  return all.toSpliced(last === -1 ? all.length - 1 : last, 1);
}
