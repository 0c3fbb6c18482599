import type { PhaseView } from '../../session/results.ts';
import type { CommandId } from '../contributions.ts';
import { phaseActs, type PhaseAct } from '../state/acts.ts';
import type { SessionNode } from '../state/windowState.ts';
import { idOf, row, type PhasePlace, type Row } from './row.ts';

interface Word {
  readonly word: 'approve' | 'reject' | 'complete';
  readonly act: PhaseAct;
  readonly label: string;
  readonly does: string;
  readonly icon: string;
  readonly click: CommandId;
}

const WORDS: readonly Word[] = [
  {
    word: 'approve',
    act: 'approve',
    label: 'Approve',
    does: 'and continue',
    icon: 'check-all',
    click: 'cairn.approveAndContinue',
  },
  {
    word: 'reject',
    act: 'approve',
    label: 'Reject…',
    does: 'say why',
    icon: 'close',
    click: 'cairn.reject',
  },
  {
    word: 'complete',
    act: 'complete',
    label: 'Complete Phase',
    does: '',
    icon: 'pass',
    click: 'cairn.completePhase',
  },
];

/** A row for each word that a phase waits for, to be seen without pointing at anything. */
export function wordRows(at: PhasePlace, node: SessionNode, phase: PhaseView): readonly Row[] {
  if (phase.status !== 'waiting') return [];
  const acts = phaseActs(node, phase);
  return WORDS.filter(({ act }) => acts.includes(act)).map(({ word, label, does, icon, click }) =>
    row({
      id: idOf(`word:${word}`, at),
      label,
      description: does,
      // Some icons have a colour of their own otherwise, which would make one word stand out.
      icon: { id: icon, color: 'icon.foreground' },
      context: 'word',
      click,
      subject: { ...at, kind: 'word', word },
    }),
  );
}
