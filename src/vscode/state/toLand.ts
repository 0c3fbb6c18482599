import { doneWords } from '../../model/text/doneWords.ts';
import type { SessionSummary } from '../../session/results.ts';
import { damageIn } from './acts.ts';
import { hasResult, isFinished, type SessionNode } from './windowState.ts';

/** Done, with something to land that was not landed from this clone. One that nobody has looked into counts as having something. */
export const isToLand = (node: SessionNode): boolean =>
  node.summary.state === 'done' &&
  node.summary.landed !== true &&
  hasResult(node) &&
  node.problem === null &&
  node.status?.readOnly === undefined &&
  damageIn(node) === null;

/** The session whose result waits to be landed: where none is open here, the one that ended last. */
export function resultToLand(nodes: readonly SessionNode[]): SessionNode | null {
  const here = nodes.filter(({ summary }) => !summary.remote);
  if (here.some(({ summary }) => !isFinished(summary.state))) return null;
  const [last] = here.toSorted((a, b) => b.summary.updated.localeCompare(a.summary.updated));
  return last !== undefined && isToLand(last) ? last : null;
}

/** What is asked before a landing, with what stands behind the session. */
export const landTitle = ({ title, state, checked }: SessionSummary): string =>
  `Land “${title}” (${state === 'done' ? doneWords(checked) : 'the session is not finished'})`;
