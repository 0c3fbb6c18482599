import type { PhaseView } from '../../session/results.ts';
import type { SessionNode } from './windowState.ts';
import { statusWord, type StatusWord } from './words.ts';

/** A phase's status as people see and hear it; one that waits says for what. */
export function phaseWord(node: SessionNode, phase: PhaseView): StatusWord {
  const known = statusWord(phase.status);
  const kind = phase.status === 'waiting' ? node.status?.question?.kind : undefined;
  if (kind === 'approval') return { ...known, word: 'waiting for your approval' };
  if (kind === 'packet') return { ...known, word: 'waiting for a look at its packet' };
  if (kind === 'question') return { ...known, word: 'waiting for your answer' };
  if (kind === 'work') return { ...known, word: 'waiting for your work' };
  return known;
}
