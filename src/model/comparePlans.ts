import { CairnError } from '../base/cairnError.ts';
import type { PhaseId } from './ids.ts';
import type { Workflow } from './workflow.ts';

/** One difference between two plans. No differences = the same plan hash. */
export type PlanChange =
  | { readonly kind: 'added'; readonly phase: PhaseId }
  | { readonly kind: 'removed'; readonly phase: PhaseId }
  | { readonly kind: 'changed'; readonly phase: PhaseId; readonly what: readonly PlanDetail[] }
  /** The phases that both have come in another order. */
  | { readonly kind: 'reordered'; readonly before: readonly PhaseId[]; readonly after: readonly PhaseId[] };

/** `about`: what of the phase; `before` and `after`: as short text, null where it was not there. */
export interface PlanDetail {
  readonly about: 'needs' | 'artifact' | 'check' | 'approval';
  readonly before: string | null;
  readonly after: string | null;
}

/** What differs between two plans, phase by phase. */
export function comparePlans(_before: Workflow, _after: Workflow): readonly PlanChange[] {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}

/** One line for people. */
export function describePlanChange(_change: PlanChange): string {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
