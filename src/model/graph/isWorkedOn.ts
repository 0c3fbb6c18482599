import type { PhaseId } from '../names/ids.ts';
import type { Workflow } from '../workflow/workflow.ts';

type Plan = Pick<Workflow, 'phases'>;

/** Whether attempts of a phase are made under a plan. */
export const isWorkedOn = ({ phases }: Plan, phase: PhaseId): boolean =>
  phases.some(({ id, forEach }) => id === phase && forEach === null);

/** Whether a phase is repeated for items under a plan: they are worked on in its place. */
export const isRepeated = ({ phases }: Plan, phase: PhaseId): boolean =>
  phases.some(({ id, forEach }) => id === phase && forEach !== null);
