import { ANOTHER_ROUND } from '../../model/graph/loopAnswers.ts';
import { nextActs, type Act, type ActName } from '../../model/plan/nextActs.ts';
import type { PhaseView, SessionSummary, StatusView } from '../../session/results.ts';
import { windowWarning } from '../words/windowNotice.ts';
import { isFinished, sessionsOf, type SessionNode, type WindowState } from './windowState.ts';

/** What a person can do with a session now: the one answer for menus, palette and notifications. */
export type SessionAct =
  | 'resume'
  | 'pause'
  | 'stop'
  | 'cancel'
  | 'approve'
  | 'answer'
  | 'anotherRound'
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
  // A stop is only a file, so it works whatever the format.
  if (isDriven(node.summary)) return ['stop', 'verify'];
  return node.status?.readOnly === 'newer-schema' ? ['verify'] : actsOfDamaged(node);
}

/** Any other act would need the lost objects. */
const actsOfDamaged = ({ summary, status }: SessionNode): readonly SessionAct[] =>
  (status?.seq ?? summary.seq) > 0 ? ['restore', 'verify'] : ['verify'];

function actsOfWhole(node: SessionNode): readonly SessionAct[] {
  const { summary, status } = node;
  const idle = !isDriven(summary);
  const next = offered(node);
  const acts: [SessionAct, boolean][] = [
    ['resume', next.has('resume')],
    ['pause', !idle],
    ['stop', !idle],
    ['cancel', !isFinished(summary.state) && !summary.remote],
    ['approve', next.has('approve')],
    ['answer', next.has('answer')],
    ['anotherRound', next.has('answer') && offersRound(status)],
    ['steer', !isFinished(summary.state) && !summary.remote],
    ['complete', next.has('complete') && isMade(status)],
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
  // Such a session could be read only in part.
  return node.status?.readOnly === undefined ? actsOfPhase(node, phase) : [];
}

function actsOfPhase(node: SessionNode, phase: PhaseView): readonly PhaseAct[] {
  // The acts apply to the next phase.
  const next = phase.id === node.summary.next ? offered(node) : new Set();
  // An inherited phase has its checkpoint in another session, so nothing can go back to it.
  const goesBack = !isDriven(node.summary) && phase.inheritedFrom === undefined;
  const isClosed = phase.status === 'done' && phase.commit !== null;
  const acts: [PhaseAct, boolean][] = [
    ['approve', next.has('approve')],
    // A permission has a row of its own.
    ['answer', next.has('answer') && questionKind(node) === 'question'],
    ['complete', next.has('complete') && isMade(node.status)],
    // While an approval is pending, only the session's row offers to resume.
    ['resume', next.has('resume') && !next.has('approve') && phase.attempt > 0],
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

/** What is damaged and which checkpoint is the last good one; null when no damage is known. */
export function damageIn({ summary, status }: SessionNode): string | null {
  const [first] = status?.state === 'damaged' ? status.warnings : [];
  const damage = summary.problem ?? first;
  if (damage !== undefined) return windowWarning(damage);
  return status?.state === 'damaged' ? '' : null;
}

/** True when a resume first shows what it would run, since nobody has trusted that in this clone. */
export const asksTrust = (node: SessionNode): boolean => actsNow(node).some(({ act }) => act === 'see-trust');

/** True while a process drives the session, even if it waits for a permission. */
export function isDriven(summary: SessionSummary): boolean {
  return summary.driven;
}

/** True while a process drives any session of the window. */
export function somethingRuns(state: WindowState): boolean {
  return sessionsOf(state).some(({ node }) => isDriven(node.summary));
}

/** What a waiting session waits for; null when it does not wait or nobody has looked yet. */
export function questionKind(node: SessionNode): QuestionKind | null {
  return node.summary.state === 'waiting' ? (node.status?.question?.kind ?? null) : null;
}

export type QuestionKind = NonNullable<StatusView['question']>['kind'];

/** The window's act for each act of a terminal; null when it is shown differently or is part of another act. */
const IN_WINDOW: { readonly [A in ActName]: SessionAct | null } = {
  // Each has a row with buttons of its own.
  settle: null,
  permit: 'answer',
  // A resume shows what it would run, or the tip, and asks.
  'see-trust': null,
  'trust-tip': 'resume',
  'go-on': 'resume',
  retry: 'resume',
  'retry-setup': 'resume',
  'go-on-here': null,
  // In a window a session goes on by itself after such a word.
  'then-go-on': null,
  'go-back': null,
  'try-gate': 'complete',
  close: 'complete',
  'hand-over': null,
  answer: 'answer',
  approve: 'approve',
  reject: 'approve',
  diff: 'review',
  fork: 'fork',
  land: 'land',
  look: null,
  'see-log': null,
  'see-output': null,
  stop: 'stop',
  reopen: 'restore',
  'restore-good': 'restore',
};

/** What helps most now, as acts of a window. */
function offered(node: SessionNode): ReadonlySet<SessionAct | null> {
  // Resuming is what brings a remote session to this machine.
  const { remote, state } = node.summary;
  return remote && !isFinished(state) ? new Set(['resume', ...asked(node)]) : asked(node);
}

function asked(node: SessionNode): ReadonlySet<SessionAct | null> {
  // Nobody knows yet what it waits for.
  if (node.status === null && node.summary.state === 'waiting') return new Set();
  return new Set(actsNow(node).map(({ act }) => IN_WINDOW[act]));
}

/** What a person can do now, the same as at a terminal. */
export const actsNow = ({ summary: { state, seq, next }, status }: SessionNode): readonly Act[] =>
  nextActs({ ...(status ?? UNSEEN), state, seq, next });

const UNSEEN = { drivenBy: null, doubts: [], question: null, phases: [] } as const;

/** Only where the engine asks: an agent may offer the same words. */
const offersRound = (status: StatusView | null): boolean =>
  status?.question?.about === 'loop' && status.question.options.includes(ANOTHER_ROUND);

/** A manual or blocked phase can be completed once all its artifacts are there. */
const isMade = (status: StatusView | null): boolean =>
  status?.phases
    .find(({ id }) => id === status.next)
    ?.artifacts.every(({ present, bytes }) => present && bytes > 0) === true;
