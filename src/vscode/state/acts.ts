import type { PhaseView, SessionSummary, StatusView } from '../../session/results.ts';
import { windowWarning } from '../words/windowWarning.ts';
import { isFinished } from './sortSessions.ts';
import { repositoriesOf, type SessionNode, type WindowState } from './windowState.ts';

/** What a person can do with a session now. Menus, the palette and notifications all ask here. */
export type SessionAct =
  | 'resume'
  | 'pause'
  | 'stop'
  | 'cancel'
  | 'approve'
  | 'answer'
  | 'steer'
  | 'complete'
  | 'review'
  | 'restore'
  | 'undoRestore'
  | 'fork'
  | 'land'
  | 'delete'
  | 'openWorktree'
  | 'verify';

export type PhaseAct =
  | 'approve'
  | 'answer'
  | 'complete'
  | 'review'
  | 'browse'
  | 'restoreTo'
  | 'forkFrom'
  | 'runAgain'
  | 'packet'
  | 'output'
  | 'resume';

/** The acts that fit, in a fixed order. */
export function sessionActs(node: SessionNode): readonly SessionAct[] {
  if (damageIn(node) === null && node.status?.readOnly === undefined) return actsOfWhole(node);
  // Whoever drives it is asked through a file that has no words.
  if (isDriven(node.summary)) return ['stop', 'verify'];
  return node.status?.readOnly === 'newer-schema' ? ['verify'] : actsOfDamaged(node);
}

/** Anything else would come to what is lost. */
const actsOfDamaged = ({ summary, status }: SessionNode): readonly SessionAct[] =>
  (status?.seq ?? summary.seq) > 0 ? ['restore', 'verify'] : ['verify'];

function actsOfWhole(node: SessionNode): readonly SessionAct[] {
  const { summary, status } = node;
  const idle = !isDriven(summary);
  const acts: [SessionAct, boolean][] = [
    ['resume', canResume(summary)],
    ['pause', !idle],
    ['stop', !idle],
    ['cancel', !isFinished(summary.state) && !summary.remote],
    ['approve', takesYes(node)],
    ['answer', questionKind(node) === 'question' || questionKind(node) === 'permission'],
    ['steer', !isFinished(summary.state) && !summary.remote],
    ['complete', canComplete(status)],
    ['review', summary.seq > 1],
    ['restore', idle && summary.seq > 1],
    ['undoRestore', idle && node.restored],
    ['fork', summary.seq > 0],
    ['land', idle && summary.seq > 1],
    ['delete', idle && !summary.remote],
    ['openWorktree', typeof status?.worktree === 'string' && status.isolation === 'worktree'],
    ['verify', true],
  ];
  return acts.filter(([, fits]) => fits).map(([act]) => act);
}

/** The acts that fit one phase of a session. */
export function phaseActs(node: SessionNode, phase: PhaseView): readonly PhaseAct[] {
  // What is shown of it is only what could be made out.
  return node.status?.readOnly === undefined ? actsOfPhase(node, phase) : [];
}

function actsOfPhase(node: SessionNode, phase: PhaseView): readonly PhaseAct[] {
  const here = phase.id === node.summary.next;
  // What a fork inherited has its checkpoint in another session: nothing goes back there.
  const goesBack = !isDriven(node.summary) && phase.inheritedFrom === undefined;
  const isClosed = phase.status === 'done' && phase.commit !== null;
  const acts: [PhaseAct, boolean][] = [
    ['approve', here && takesYes(node)],
    ['answer', here && questionKind(node) === 'question'],
    ['complete', here && canComplete(node.status)],
    ['resume', here && canResume(node.summary) && phase.attempt > 0],
    ['review', phase.attempt > 0],
    ['browse', phase.commit !== null],
    ['restoreTo', goesBack && isClosed],
    ['forkFrom', isClosed],
    ['runAgain', goesBack && (phase.status === 'done' || phase.status === 'waiting')],
    ['packet', true],
    ['output', phase.attempt > 0],
  ];
  return acts.filter(([, fits]) => fits).map(([act]) => act);
}

/** What is damaged and which checkpoint is the last good one; null: nothing is, as far as somebody has looked. */
export function damageIn({ summary, status }: SessionNode): string | null {
  const [first] = status?.state === 'damaged' ? status.warnings : [];
  const damage = summary.problem ?? first;
  if (damage !== undefined) return windowWarning(damage);
  return status?.state === 'damaged' ? '' : null;
}

/** True: whoever resumes it is shown first what it would run, as nobody has trusted that in this clone. */
export const asksTrust = ({ status }: SessionNode): boolean =>
  status?.asksTrust === true && status.drivenBy === null;

/** True while a process drives the session; it may wait for a permission then. */
export function isDriven(summary: SessionSummary): boolean {
  return summary.driven;
}

/** True while that holds of any session in the window. */
export function somethingRuns(state: WindowState): boolean {
  return repositoriesOf(state).some(({ sessions }) => sessions.some(({ summary }) => isDriven(summary)));
}

/** What a waiting session waits for; null when it does not wait or nobody has looked yet. */
export function questionKind(node: SessionNode): QuestionKind | null {
  return node.summary.state === 'waiting' ? (node.status?.question?.kind ?? null) : null;
}

export type QuestionKind = NonNullable<StatusView['question']>['kind'];

const takesYes = (node: SessionNode): boolean => ['approval', 'packet'].includes(questionKind(node) ?? '');

function canResume(summary: SessionSummary): boolean {
  if (summary.remote) return !isFinished(summary.state);
  return summary.state === 'interrupted' || summary.state === 'paused' || summary.state === 'blocked';
}

/** A person's phase, or one whose attempt is blocked, lights up when all that it promised is there. */
function canComplete(status: StatusView | null): boolean {
  const phase = status?.phases.find((one) => one.id === status.next);
  if (status === null || phase === undefined) return false;
  const isHeld =
    status.question?.kind === 'work' || (status.state === 'blocked' && phase.blockedBy === 'gate');
  return isHeld && phase.artifacts.every((artifact) => artifact.present && artifact.bytes > 0);
}
