import { lookUp } from '../../base/lookUp.ts';
import { needYou } from '../../sentences/needYou.ts';
import { listed } from '../../base/listed.ts';
import { isMarkedKind } from '../../model/merge/conflict.ts';
import { doneWords } from '../../model/text/doneWords.ts';
import type { CommandId } from '../contributions.ts';
import { needsPerson, type ActName } from '../../model/plan/nextActs.ts';
import { actsNow } from './acts.ts';
import { needingPerson } from './atWork.ts';
import { choicesOf } from './choices.ts';
import type { GivenSubject } from './givenSubject.ts';
import { eachWaits, severalWait } from './severalWait.ts';
import { phaseInWords } from './viewMessage.ts';
import { newsOfWaiting } from './waiting.ts';
import {
  findSession,
  isLookedAt,
  nextPhase,
  sessionsOf,
  type SessionKey,
  type SessionNode,
  type WindowState,
} from './windowState.ts';
import { phaseName } from './phaseName.ts';

/** `subject`: what the button answers, or opens, of the phase that asks. */
type Button = readonly [label: string, command: CommandId | 'show', subject?: GivenSubject];

/** Something worth telling a person who is looking elsewhere. */
export interface Notice {
  readonly key: SessionKey;
  readonly severity: 'info' | 'warning';
  readonly text: string;
  readonly actions: readonly Button[];
}

/**
 * What happened between two states of the window that a person must act on or has waited for: a session waits, is blocked,
 * or has ended. A session seen for the first time is not news.
 */
export function noticesBetween(before: WindowState, after: WindowState): readonly Notice[] {
  return sessionsOf(after).flatMap(({ key, node }) => {
    const old = findSession(before, key);
    if (old === null) return [];
    const notice = (moved(old, node) ? noticeOf(node) : null) ?? neededMeanwhile(old, node);
    return notice === null ? [] : [{ key, ...notice }];
  });
}

/** A phase that needs a person from now on, while others of its session go on. */
function neededMeanwhile(old: SessionNode, node: SessionNode): Omit<Notice, 'key'> | null {
  if (node.summary.state !== 'running' || old.status === null) return null;
  const before = new Set(needingPerson(old).map(({ id }) => id));
  const since = needingPerson(node).filter(({ id }) => !before.has(id));
  if (since.length === 0) return null;
  const text = `“${node.summary.title}” goes on, but ${listed(since.map(phaseName), 3)} ${needYou(since.length)}.`;
  return { severity: 'warning', text, actions: [SHOW] };
}

/** Compares phases too: between two looks one phase may stop waiting and another begin. */
const moved = ({ summary: old }: SessionNode, { summary: now }: SessionNode): boolean =>
  old.state !== now.state || old.next.join() !== now.next.join();

function noticeOf(node: SessionNode): Omit<Notice, 'key'> | null {
  const told = lookUp(TOLD, node.summary.state)?.(node) ?? null;
  if (told === null) return null;
  const severity = needsPerson(node.summary) ? 'warning' : 'info';
  return { severity, text: `“${node.summary.title}” ${told}`, actions: buttonsFor(node) };
}

/** What to say by state; nobody has to act on the others (running, paused, words of a later version). */
const TOLD: Readonly<Record<string, (node: SessionNode) => string | null>> = {
  waiting: (node) => {
    const several = isLookedAt(node) ? severalWait(node) : [];
    return several.length > 0
      ? `waits for you in ${several.length} phases: ${eachWaits(node, several)}.`
      : newsOfWaiting(node, phaseInWords(node));
  },
  blocked: (node) => `is blocked in ${phaseInWords(node)}.`,
  interrupted: (node) => `was interrupted in ${phaseInWords(node)}.`,
  done: ({ summary }) => `is ${doneWords(summary.checked)}.`,
  cancelled: () => 'was cancelled.',
};

const SHOW: Button = ['Show', 'show'];
const APPROVE: Button = ['Approve and Continue', 'cairn.approveAndContinue'];
const RESUME: Button = ['Resume', 'cairn.resume'];

/** The buttons for what can be done now; a notification has room for two, or three short ones. */
function buttonsFor(node: SessionNode): readonly Button[] {
  // What a button would do, or about which of several, nobody could tell.
  if (!isLookedAt(node) || severalWait(node).length > 0) return [SHOW];
  const found = actsNow(node).flatMap((act): readonly Button[] => {
    if (act.act === 'approve') return act.what === 'packet' ? [SHOW, APPROVE] : [APPROVE];
    if (act.act === 'answer') return answerButtons(node);
    if (act.act === 'diff') return act.waits ? [['Review Phase', 'cairn.reviewPhase']] : [];
    return lookUp(BUTTONS, act.act) ?? [];
  });
  const different = found.filter(([label], index) => found.findIndex(([one]) => one === label) === index);
  return different.length === 0 ? [SHOW] : different;
}

/** Answers of the engine are a few words; those of an agent may be long, and are picked from a list. */
function answerButtons(node: SessionNode): readonly Button[] {
  const [question] = node.status?.questions ?? [];
  const answer: Button = ['Answer…', 'cairn.answer'];
  if (question?.kind !== 'question' || question.about === undefined) return [answer, SHOW];
  const { phase, conflict } = question;
  const path = conflict?.files[0]?.paths[0];
  if (path !== undefined) {
    const isMarked = conflict?.files.every(({ kind }) => isMarkedKind(kind)) === true;
    const label = isMarked ? 'Open in Merge Editor' : 'Show Both Sides';
    return [[label, 'cairn.openConflict', { kind: 'conflict', phase, path }], answer];
  }
  return choicesOf(question).map(({ title, answer: given }) => [
    title,
    'cairn.chooseAnswer',
    { kind: 'answer', phase, answer: given },
  ]);
}

const BUTTONS: { readonly [A in ActName]?: readonly Button[] } = {
  'see-output': [SHOW, ['Show Output', 'cairn.showOutput']],
  'go-on': [RESUME, SHOW],
  'trust-tip': [RESUME, SHOW],
  land: [
    ['Land Session…', 'cairn.land'],
    ['Review Session', 'cairn.reviewSession'],
  ],
};

/** Something offered about a session. */
interface Offer {
  readonly key: SessionKey;
  /** Nothing is offered twice with the same value. */
  readonly once: string;
  readonly title: string;
}

/** Sessions that a process drives, each once per process. `by`: such as `pid 4711 on host`. */
export const drivenOffers = (state: WindowState): readonly (Offer & { readonly by: string })[] =>
  sessionsOf(state).flatMap(({ key, node: { summary, status } }) => {
    const by = status?.drivenBy ?? null;
    return by === null ? [] : [{ key, once: `${summary.session} ${by}`, title: summary.title, by }];
  });

/** Interrupted sessions, each once per interrupted attempt. */
export const interruptedOffers = (state: WindowState): readonly (Offer & { readonly where: string })[] =>
  sessionsOf(state)
    .filter(({ node }) => node.summary.state === 'interrupted' && node.status !== null)
    .map(({ key, node }) => ({
      key,
      once: `${key.session}@${node.summary.seq}#${nextPhase(node)?.attempt ?? 0}`,
      title: node.summary.title,
      where: phaseInWords(node),
    }));
