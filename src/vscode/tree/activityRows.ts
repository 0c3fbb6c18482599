import { lookUp } from '../../base/lookUp.ts';
import { counted } from '../../base/listed.ts';
import type { AgentPlan, AgentTool } from '../../session/progress.ts';
import type { PhaseView } from '../../session/results.ts';
import { takenLine } from '../../sentences/takenLine.ts';
import { shownPath } from '../state/changeOrder.ts';
import type { Activity } from '../state/activity.ts';
import type { SessionNode } from '../state/windowState.ts';
import type { Icon } from '../state/words.ts';
import { moreOf } from './factRows.ts';
import { idOf, row, type ActivitySubject, type PhasePlace, type Row } from './row.ts';

/** What the agent of a phase plans, does and says right now; no rows while it is not working on this phase. */
export function activityRows(
  key: string,
  { summary, activities }: SessionNode,
  phase: Pick<PhaseView, 'id' | 'attempt'>,
): readonly Row[] {
  const activity = activities.find((one) => one.phase === phase.id && one.attempt === phase.attempt);
  if (activity === undefined) return [];
  const at = { repository: key, session: summary.session, phase: phase.id };
  return [
    ...(activity.plan === null ? [] : [planRow(at, activity.plan)]),
    ...(activity.calls.length === 0 ? [] : [callsRow(at, activity)]),
    ...(activity.says === '' ? [] : [saysRow(at, activity.says)]),
    ...(activity.taking === undefined ? [] : [takingRow(at, takenLine(activity.taking))]),
  ];
}

type What = ActivitySubject['what'];

const activityRow = (
  id: string,
  at: PhasePlace,
  what: What,
  of: Pick<Row, 'label' | 'spoken' | 'icon'> & Partial<Row>,
): Row => row({ ...of, id: idOf(id, at), context: 'activity', subject: { ...at, kind: 'activity', what } });

const planRow = (at: PhasePlace, { done, of }: AgentPlan): Row =>
  activityRow('plan', at, 'plan', {
    label: 'Plan',
    description: `${done} of ${of} done`,
    spoken: `Plan of the agent, ${done} of ${counted(of, 'step')} done`,
    icon: { id: 'checklist', color: null },
    open: 'expanded',
  });

function callsRow(at: PhasePlace, { count: all, calls }: Activity): Row {
  const running = calls.filter(({ status }) => status === 'started').length;
  return activityRow('calls', at, 'calls', {
    label: 'Tool calls',
    description: String(all),
    spoken: `${counted(all, 'tool call')} so far${running === 0 ? '' : `, ${running} running`}`,
    icon: { id: 'tools', color: null },
    open: 'expanded',
  });
}

const saysRow = (at: PhasePlace, says: string): Row =>
  activityRow('says', at, 'says', {
    label: says,
    spoken: `The agent says: ${says}`,
    icon: { id: 'comment', color: null },
  });

const takingRow = (at: PhasePlace, line: string): Row =>
  activityRow('taking', at, 'says', {
    label: 'Checkpoint',
    description: line,
    spoken: `Checkpoint, ${line}`,
    icon: { id: 'loading~spin', color: null },
  });

/** The steps of the plan, or the newest calls. */
export function rowsOfActivity(subject: ActivitySubject, activities: readonly Activity[]): readonly Row[] {
  const activity = activities.find((one) => one.phase === subject.phase);
  if (activity === undefined) return [];
  const { repository, session, phase } = subject;
  const at = { repository, session, phase };
  if (subject.what === 'calls') return activity.calls.map((call) => callRow(at, call, activity.works));
  return subject.what === 'plan' && activity.plan !== null ? stepRows(at, activity.plan) : [];
}

const STEPS: Readonly<
  Record<AgentPlan['entries'][number]['status'], { readonly word: string; readonly icon: Icon }>
> = {
  done: { word: 'done', icon: { id: 'pass', color: 'testing.iconPassed' } },
  'in-progress': { word: 'in progress', icon: { id: 'arrow-circle-right', color: 'charts.blue' } },
  pending: { word: 'not started', icon: { id: 'circle-large-outline', color: 'disabledForeground' } },
};

function stepRows(at: PhasePlace, { entries, of }: AgentPlan): readonly Row[] {
  const rows = entries.map(({ text, status }, n) =>
    activityRow(`step${n + 1}`, at, 'step', {
      label: text,
      spoken: `Step ${n + 1}, ${text}, ${STEPS[status].word}`,
      icon: STEPS[status].icon,
    }),
  );
  const more = of - entries.length;
  return more <= 0 ? rows : [...rows, activityRow('steps', at, 'step', moreOf(more, 'step'))];
}

/** One icon for each kind in the protocol. */
const KINDS: Readonly<Record<string, string>> = {
  read: 'eye',
  edit: 'edit',
  delete: 'trash',
  move: 'file-symlink-file',
  search: 'search',
  execute: 'terminal',
  think: 'lightbulb',
  fetch: 'globe',
};

function callRow(at: PhasePlace, call: AgentTool, works: boolean): Row {
  const { word, icon } = callState(call, works);
  const path = call.path === null ? '' : shownPath(call.path);
  const where = path === '' || call.title.includes(path) ? '' : path;
  return row({
    id: idOf(`call${call.n}`, at),
    label: call.title,
    description: [call.status === 'failed' ? 'failed' : '', where].filter((part) => part !== '').join(' · '),
    spoken: [`Tool call ${call.n}`, call.title, word, ...(where === '' ? [] : [where])].join(', '),
    icon,
    context: 'activity',
    click: call.path === null ? null : 'cairn.openToolCall',
    subject: { ...at, kind: 'call', path: call.path },
  });
}

function callState(
  { kind, status }: AgentTool,
  works: boolean,
): { readonly word: string; readonly icon: Icon } {
  const own = lookUp(KINDS, kind);
  if (status === 'failed')
    return { word: 'failed', icon: { id: 'error', color: 'problemsErrorIcon.foreground' } };
  if (status === 'ended') return { word: 'done', icon: { id: own ?? 'tools', color: null } };
  // The agent is gone and never reported a result.
  if (!works)
    return { word: 'did not say how it ended', icon: { id: 'circle-slash', color: 'disabledForeground' } };
  return { word: 'running', icon: { id: 'loading~spin', color: null } };
}
