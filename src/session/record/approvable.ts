import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { Phase, Workflow } from '../../model/workflow/workflow.ts';

/** The phase as its workflow has it: of an item the one that is repeated. */
export const writtenId = ({ id, item }: Pick<Phase, 'id' | 'item'>): PhaseId => item?.template ?? id;

/**
 * Phases that are to be approved beforehand, each once.
 *
 * @throws `usage/unknown-phase`; `usage/invalid` for one that needs no approval
 */
export function approvable({ written }: Workflow, named: readonly string[]): readonly PhaseId[] {
  return [...new Set(named)].map((name) => {
    const phase = written.find(({ id }) => id === name);
    if (phase === undefined)
      throw new CairnError('usage/unknown-phase', { phase: name, known: written.map(({ id }) => id) });
    if (phase.approval === 'required') return phase.id;
    const all = written.filter(({ approval }) => approval === 'required').map(({ id }) => id);
    const others = all.length === 0 ? 'no phase does' : `these do: ${all.join(', ')}`;
    throw new CairnError('usage/invalid', {
      what: { given: 'approve', value: name },
      why: `it needs no approval (${others})`,
    });
  });
}
