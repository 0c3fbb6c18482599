import { nextActs, type Act, type ActName } from '../../model/plan/nextActs.ts';
import type { PhaseView, SessionSummary, StatusView } from '../../session/results.ts';
import { windowWarning } from '../words/windowNotice.ts';
import { offersRound } from './aboutRound.ts';
import { filesOf } from './filesOf.ts';
import { hasResult, isFinished, sessionsOf, type SessionNode, type WindowState } from './windowState.ts';

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
  | 'openWorktree'
  | 'openConflict'
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
  const words = wordsFor(node);
  const acts: [SessionAct, boolean][] = [
    ['resume', next.has('resume')],
    ['pause', !idle],
    ['stop', !idle],
    ['cancel', !isFinished(summary.state) && !summary.remote],
    ['approve', words.has('approve')],
    ['answer', next.has('answer') || words.has('answer')],
    ['anotherRound', words.has('answer') && offersRound(status)],
    ['steer', !isFinished(summary.state) && !summary.remote],
    ['complete', words.has('complete')],
    ['review', summary.seq > 1 || hasBegun(status)],
    ['restore', idle && summary.seq > 1],
    ['undoRestore', idle && node.restored],
    ['fork', summary.seq > 0],
    ['land', idle && hasResult(node)],
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
  const next = offeredTo(node, phase);
  // An inherited phase has its checkpoint in another session, so nothing can go back to it.
  const goesBack = !isDriven(node.summary) && phase.inheritedFrom === undefined;
  const isClosed = phase.status === 'done' && phase.commit !== null;
  const question = questionOf(node, phase);
  const acts: [PhaseAct, boolean][] = [
    ['approve', next.has('approve')],
    // A permission has a row of its own.
    ['answer', next.has('answer') && question?.kind === 'question'],
    ['complete', completes(node, phase)],
    // While an approval is pending, only the session's row offers to resume.
    ['resume', next.has('resume') && !next.has('approve') && phase.attempt > 0],
    ['review', phase.attempt > 0],
    ['browse', filesOf(phase) !== null],
    ['openWorktree', worktreeOf(node, phase) !== null],
    ['openConflict', next.has('answer') && question?.conflict !== undefined],
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

/** What a phase asks; null if it asks nothing, or nobody has looked yet. */
export const questionOf = ({ status }: SessionNode, { id }: Pick<PhaseView, 'id'>): PhaseQuestion | null =>
  status?.questions.find(({ phase }) => phase === id) ?? null;

export type PhaseQuestion = StatusView['questions'][number];

/** The folder in which the work of a phase lies while it is not done: its own, or that of the session; null if there is none here. */
export function worktreeOf({ status }: SessionNode, phase: PhaseView): string | null {
  if (phase.worktree !== undefined) return phase.worktree;
  const isOpen = !['done', 'skipped', 'pending'].includes(phase.status);
  return isOpen && status?.isolation === 'worktree' ? status.worktree : null;
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
  'keep-leftovers': null,
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

/** What helps one phase most now, whatever the others do. */
function offeredTo(node: SessionNode, phase: PhaseView): ReadonlySet<SessionAct | null> {
  const { summary, status } = node;
  const question = questionOf(node, phase);
  const needsWord = question !== null || phase.status === 'blocked';
  if (status === null || !needsWord || !IS_OPEN.has(summary.state))
    return phase.id === summary.next[0] ? offered(node) : new Set();
  // What whoever drives the session asks has rows of its own.
  if (isDriven(summary) && phase.status !== 'waiting') return new Set();
  const next = [phase.id];
  const facts = { ...status, state: phase.status, seq: summary.seq, next, phases: [phase] };
  const acts = nextActs({ ...facts, question });
  // It takes up words; nobody else may do anything.
  if (isDriven(summary)) return new Set(acts.map(({ act }) => IN_WINDOW[act]).filter((act) => isWord(act)));
  // Resuming is what brings a remote session to this machine.
  return new Set([
    ...acts.map(({ act }) => IN_WINDOW[act]),
    ...(summary.remote ? (['resume'] as const) : []),
  ]);
}

const isWord = (act: SessionAct | null): boolean => act === 'approve' || act === 'answer';

const IS_OPEN: ReadonlySet<string> = new Set(['waiting', 'blocked', 'paused', 'interrupted', 'running']);

/** A word for any of the phases is offered on the session, too. */
const wordsFor = (node: SessionNode): ReadonlySet<SessionAct> =>
  new Set(
    (node.status?.phases ?? []).flatMap((phase) => {
      const offers = offeredTo(node, phase);
      return [
        ...(['approve', 'answer'] as const).filter((act) => offers.has(act)),
        ...(completes(node, phase) ? (['complete'] as const) : []),
      ];
    }),
  );

const completes = (node: SessionNode, phase: PhaseView): boolean =>
  offeredTo(node, phase).has('complete') && isMade(phase);

const UNSEEN = { drivenBy: null, doubts: [], question: null, phases: [] } as const;

/** The first phases at work have no checkpoint yet. */
const hasBegun = (status: StatusView | null): boolean =>
  status?.phases.some(({ attempt }) => attempt > 0) ?? false;

/** A manual or blocked phase can be completed once all its artifacts are there. */
const isMade = ({ artifacts }: PhaseView): boolean =>
  artifacts.every(({ present, bytes }) => present && bytes > 0);
