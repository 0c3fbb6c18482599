import { listed } from '../../base/listed.ts';
import type { PhaseView } from '../../session/results.ts';
import { questionOf } from './acts.ts';
import { phaseWaitsFor } from './waiting.ts';
import type { SessionNode } from './windowState.ts';
import { phaseName } from './phaseName.ts';

/** The phases that wait, where a session waits for words about more than one; empty where it does not. */
export function severalWait(node: SessionNode): readonly PhaseView[] {
  const waiting = node.status?.phases.filter((phase) => questionOf(node, phase) !== null) ?? [];
  return node.summary.state === 'waiting' && waiting.length > 1 ? waiting : [];
}

/** Each by name, with what it waits for. */
export const eachWaits = (node: SessionNode, phases: readonly PhaseView[]): string =>
  listed(
    phases.map((phase) => `${phaseName(phase)} (${phaseWaitsFor(node, phase)?.phase ?? ''})`),
    4,
  );
