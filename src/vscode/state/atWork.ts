import { needYou } from '../../sentences/needYou.ts';
import { needsPerson } from '../../model/plan/nextActs.ts';
import type { PhaseView } from '../../session/results.ts';
import type { SessionNode } from './windowState.ts';
import { phaseName } from './phaseName.ts';

const phasesThatAre = ({ status }: SessionNode, ...words: readonly string[]): readonly PhaseView[] =>
  status?.phases.filter((phase) => words.includes(phase.status)) ?? [];

/** The phases whose attempt is under way. */
export const atWork = (node: SessionNode): readonly PhaseView[] => phasesThatAre(node, 'running', 'checking');

/** Those that do not go on without a person, whatever others do meanwhile. */
export const needingPerson = (node: SessionNode): readonly PhaseView[] =>
  phasesThatAre(node, 'waiting', 'blocked');

/** The same by name, where nobody has looked into the session as well. */
export const namesNeeding = (node: SessionNode): readonly string[] =>
  node.status === null ? node.summary.waiting : needingPerson(node).map(phaseName);

/** Needs a person as it stands, or one of its phases does while others work. */
export const asksPerson = (node: SessionNode): boolean =>
  needsPerson(node.summary) || (node.summary.state === 'running' && namesNeeding(node).length > 0);

/** `2 need you`, behind what the session does; nothing where none does. */
export function needWords(node: SessionNode): string {
  const many = namesNeeding(node).length;
  return many === 0 ? '' : `, ${many} ${needYou(many)}`;
}
