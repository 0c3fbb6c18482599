import type { PhaseId } from '../../model/names/ids.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import type { Happening } from '../../runner/runEvents.ts';
import type { AgentPlan, AgentTool } from '../../session/progress.ts';

/** What the agent of an attempt at work does, as a person sees it. Bounded, whatever the agent prints. */
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

/** The activities after one more event of the run, in the order in which their attempts began; those that did not change are the same values. */
export function reduceActivities(all: readonly Activity[], event: Happening): readonly Activity[] {
  const others = (phase: PhaseId | null): readonly Activity[] => all.filter((one) => one.phase !== phase);
  if (event.type === 'attempt') return [...others(event.phase), begun(event)];
  if (event.type === 'checkpoint') return others(event.phase);
  // Of an event that names no phase it is whoever began last.
  const named = 'phase' in event ? event.phase : undefined;
  const whose = all.findLastIndex(({ phase }) => named === undefined || phase === named);
  const activity = all[whose];
  if (activity === undefined) return all;
  const next = changed(activity, event);
  return next === activity ? all : all.with(whose, next);
}

const begun = ({ phase, attempt }: Extract<Happening, { type: 'attempt' }>): Activity => ({
  phase,
  attempt,
  works: true,
  plan: null,
  calls: [],
  count: 0,
  says: '',
});

function changed(activity: Activity, event: Happening): Activity {
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
