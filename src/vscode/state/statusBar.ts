import { asksPerson, atWork, needWords } from './atWork.ts';
import {
  isFinished,
  nextPhase,
  sessionsOf,
  type SessionKey,
  type SessionNode,
  type WindowState,
} from './windowState.ts';
import { needsPerson } from '../../model/plan/nextActs.ts';
import { opensOf, type Opens } from './opens.ts';
import { phaseInWords } from './viewMessage.ts';
import { severalWait } from './severalWait.ts';
import { waitingFor } from './waiting.ts';
import { oneLine } from '../../model/text/oneLine.ts';
import { shortPreparation } from './preparation.ts';
import { phaseName } from './phaseName.ts';
import { iconless } from './plainText.ts';
import { sessionWord } from './words.ts';

export interface StatusBarText {
  readonly text: string;
  readonly spoken: string;
  readonly tooltip: string;
  /** True when a person must act and the item may take the warning colour. */
  readonly warning: boolean;
  /** What a click on it does. */
  readonly opens: Opens & { readonly key: SessionKey };
}

/** The one status bar item; null while no session is open. */
export function statusBar(state: WindowState): StatusBarText | null {
  const open = sessionsOf(state).filter(
    ({ node: { summary } }) => !isFinished(summary.state) && !summary.remote,
  );
  const found =
    open.find(({ node }) => needsPerson(node.summary)) ??
    open.find(({ node }) => asksPerson(node)) ??
    open.find(({ node }) => node.summary.state === 'running') ??
    open[0];
  if (found === undefined) return null;
  const { key, node: shown } = found;
  const opens = { ...opensOf(shown), key };
  const others = open.length - 1;
  const title = shorten(shown.summary.title, 24);
  const words = stateWords(shown);
  return {
    text: `$(${sessionWord(shown.summary).icon.id}) ${iconless(oneLine(`${title}: ${words}${others > 0 ? ` +${others}` : ''}`))}`,
    spoken: oneLine(
      `Cairn session ${shown.summary.title}, ${words}${others > 0 ? `, and ${others} more` : ''}`,
    ),
    tooltip: oneLine(`${shown.summary.title}: ${words} (${phaseInWords(shown)}). Click to ${opens.does}.`),
    warning: asksPerson(shown),
    opens,
  };
}

function stateWords(node: SessionNode): string {
  const phase = nextPhase(node);
  const name = shorten(phase === undefined ? (node.summary.next[0] ?? '') : phaseName(phase), 24);
  const several = severalWait(node).length;
  if (several > 0) return `${several} phases wait for you`;
  const waits = waitingFor(node);
  if (waits !== null) return waits.short(name);
  const running = node.summary.state === 'running' ? runningWords(node, name) : '';
  if (running !== '') return running;
  return `${sessionWord(node.summary).word}${name === '' ? '' : `, ${name}`}`;
}

function runningWords(node: SessionNode, name: string): string {
  const before = node.preparation === null ? null : shortPreparation(node.preparation);
  if (before !== null) return shorten(before, 34);
  const working = atWork(node).length;
  return working > 1 || name !== ''
    ? `${working > 1 ? `${working} phases at work` : name}${needWords(node)}`
    : '';
}

/** Cuts between graphemes, so that no emoji is split. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
