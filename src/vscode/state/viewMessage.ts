import { lookUp } from '../../base/lookUp.ts';
import { needYou } from '../../sentences/needYou.ts';
import { counted, listed } from '../../base/listed.ts';
import type { StatusView } from '../../session/results.ts';
import { doneWords } from '../../model/text/doneWords.ts';
import { shownLine } from '../../model/text/oneLine.ts';
import { needsPerson, type ActName } from '../../model/plan/nextActs.ts';
import { asksPerson, atWork, namesNeeding } from './atWork.ts';
import { actsNow, damageIn, type QuestionKind } from './acts.ts';
import { resultToLand } from './toLand.ts';
import { startingIn } from './underWay.ts';
import { eachWaits, severalWait } from './severalWait.ts';
import { waitingFor } from './waiting.ts';
import {
  isFinished,
  nextPhase,
  repositoriesOf,
  sessionsOf,
  type SessionNode,
  type WindowState,
} from './windowState.ts';
import { preparationSentence, redSentence } from './preparation.ts';
import { phaseName } from './phaseName.ts';
import { boundedLine } from './plainText.ts';

/** The line above the tree: what is happening now. Empty when nothing does. */
export const viewMessage = (state: WindowState): string => boundedLine(saidAbove(state));

function saidAbove(state: WindowState): string {
  if (!state.trusted)
    return state.folders.some((folder) => folder.kind === 'glanced' && folder.sessions.length > 0)
      ? 'Restricted Mode: read from STATUS.md files. Nothing is run.'
      : '';
  const nodes = sessionsOf(state).map(({ node }) => node);
  const open = nodes.filter((node) => !isFinished(node.summary.state) && !node.summary.remote);
  const [only] = open;
  if (only === undefined)
    return starting(state) || problems(state) || resultWaits(nodes) || onlyElsewhere(nodes);
  if (open.length === 1) return happening(only);
  const waiting = open.filter(asksPerson).length;
  const running = open.filter((node) => node.summary.state === 'running').length;
  const parts = [
    running > 0 ? `${counted(running, 'session is', 'sessions are')} running` : '',
    waiting > 0 ? `${running > 0 ? waiting : counted(waiting, 'session')} ${needYou(waiting)}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? `${open.length} sessions are open, none is running.` : `${parts.join(', ')}.`;
}

function starting(state: WindowState): string {
  const many = repositoriesOf(state).reduce((sum, repository) => sum + startingIn(repository).length, 0);
  return many === 0 ? '' : `${counted(many, 'session is', 'sessions are')} starting.`;
}

function resultWaits(nodes: readonly SessionNode[]): string {
  const result = resultToLand(nodes);
  if (result === null) return '';
  // In place it lies there already.
  const orHere = result.status?.isolation === 'in-place' ? '' : ', or into your working tree';
  return `“${shownLine(result.summary.title, 50)}” is ${doneWords(result.summary.checked)}. Land Session… puts its result on a new branch${orHere}.`;
}

/** When nothing is open here: sessions on a remote that can go on here. */
function onlyElsewhere(nodes: readonly SessionNode[]): string {
  const remote = nodes.filter(({ summary }) => summary.remote && !isFinished(summary.state));
  return remote.length === 0
    ? ''
    : `${counted(remote.length, 'session is', 'sessions are')} on the remote only. Resume goes on with ${remote.length === 1 ? 'it' : 'one'} here; what is not trusted here is shown first.`;
}

/** The phase that a session is in, as "phase 2 of 4, Decide what to change". */
export function phaseInWords(node: SessionNode): string {
  const phases = node.status?.phases ?? [];
  const phase = nextPhase(node);
  return phase === undefined
    ? (node.summary.next[0] ?? 'its last phase')
    : // Its place among the rows: folder numbers have gaps where a plan has changed.
      `phase ${phases.indexOf(phase) + 1} of ${phases.length}, ${phaseName(phase)}`;
}

function happening(node: SessionNode): string {
  const where = phaseInWords(node);
  return damageIn(node) ?? waitingNow(node, where) ?? goingOn(node, where);
}

function waitingNow(node: SessionNode, where: string): string | null {
  const several = severalWait(node);
  if (several.length > 0) return `Waiting for you: ${eachWaits(node, several)}.`;
  const waits = waitingFor(node);
  return waits === null ? null : waits.now(where, waits.asked, node);
}

const STANDS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for you:',
  blocked: 'Blocked:',
  interrupted: 'Interrupted:',
  paused: 'Paused before',
};

/** What a resume does; if several fit, the first says most. */
const HELPS: readonly (readonly [ActName, string])[] = [
  ['retry', 'Resume tries it again.'],
  ['retry-setup', 'Resume tries it again.'],
  ['go-on', 'Resume goes on from the last checkpoint.'],
  ['trust-tip', 'Resume goes on from the last checkpoint.'],
];

function goingOn(node: SessionNode, where: string): string {
  const { state } = node.summary;
  if (state === 'running') return runningNow(node, where);
  const acts = new Set(actsNow(node).map(({ act }) => act));
  const stands = lookUp(STANDS, state);
  return [
    ...(stands === undefined ? [] : [`${stands} ${where}.`]),
    ...(needsPerson(node.summary) ? HELPS.filter(([act]) => acts.has(act)).slice(0, 1) : []).map(
      ([, help]) => help,
    ),
    ...(acts.has('see-trust') ? ['Resume first shows what it would run, and asks.'] : []),
  ].join(' ');
}

/** Several phases at once by name; and who of the others needs a person meanwhile. */
function runningNow(node: SessionNode, where: string): string {
  const { preparation } = node;
  const before = preparation === null ? null : preparationSentence(preparation);
  if (before !== null) return before;
  const working = atWork(node).map(phaseName);
  const needing = namesNeeding(node);
  // Before its attempt begins its row does not show it as running either.
  const does = node.status !== null && working.length === 0 ? 'Starting' : 'Running';
  return [
    working.length > 1
      ? `Running ${working.length} phases: ${listed(working, 3)}.`
      : `${does} ${where}${attemptWords(node)}.`,
    ...(preparation === null || preparation.red.length === 0 ? [] : [redSentence(preparation.red)]),
    ...(needing.length === 0 ? [] : [`${listed(needing, 3)} ${needYou(needing.length)}.`]),
  ].join(' ');
}

function attemptWords(node: SessionNode): string {
  const phase = nextPhase(node);
  return phase !== undefined && phase.attempt > 1 ? `, attempt ${phase.attempt}` : '';
}

function problems(state: WindowState): string {
  return state.folders
    .flatMap((folder) => (folder.kind === 'problem' && folder.problem === 'other' ? [folder.text] : []))
    .join(' ');
}

/** For the badge: what waits for a yes or no; null when nothing does. */
export function waitingBadge(
  state: WindowState,
): { readonly value: number; readonly tooltip: string } | null {
  const nodes = sessionsOf(state).map(({ node }) => node);
  const asked = (kind: QuestionKind): number =>
    nodes.reduce((sum, { status }) => sum + asking(status, kind), 0);
  const permissions = nodes.reduce((sum, node) => sum + (node.status?.permissions.length ?? 0), 0);
  const parts: readonly (readonly [n: number, one: string, many?: string])[] = [
    [asked('approval'), 'approval'],
    [asked('packet'), 'summary', 'summaries'],
    [permissions, 'permission'],
  ];
  const value = parts.reduce((sum, [n]) => sum + n, 0);
  const words = parts.flatMap(([n, ...what]) => (n === 0 ? [] : [counted(n, ...what)]));
  return value === 0 ? null : { value, tooltip: `${words.join(', ')} waiting` };
}

const asking = (status: StatusView | null, kind: QuestionKind): number =>
  status?.questions.filter((one) => one.kind === kind).length ?? 0;
