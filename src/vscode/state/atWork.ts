import type { PhaseView } from '../../session/results.ts';
import type { SessionNode } from './windowState.ts';

const phasesThatAre = ({ status }: SessionNode, ...words: readonly string[]): readonly PhaseView[] =>
  status?.phases.filter((phase) => words.includes(phase.status)) ?? [];

/** The phases whose attempt is under way. */
export const atWork = (node: SessionNode): readonly PhaseView[] => phasesThatAre(node, 'running', 'checking');

/** Those that do not go on without a person, whatever others do meanwhile. */
export const needingPerson = (node: SessionNode): readonly PhaseView[] =>
  phasesThatAre(node, 'waiting', 'blocked');
