import { LIMIT_NAMES } from '../../model/limits/limitNames.ts';
import { mostOf, type Raised } from '../../model/limits/limits.ts';
import type { Phase, Workflow } from '../../model/workflow/workflow.ts';
import type { Beforehand } from '../ports.ts';
import { approvable } from '../record/approvable.ts';
import { whenSaid, whoActs } from '../record/who.ts';
import type { Unattended } from '../unattended.ts';
import type { World } from '../world.ts';
import type { FoundWorker } from './whoWorks.ts';

/** The world of whoever is not to be asked, though they may be there. */
export const attendedBy = (world: World, { unattended }: { readonly unattended?: boolean }): World =>
  unattended === true ? { ...world, canAsk: false } : world;

interface Said {
  readonly unattended?: boolean;
  readonly approve?: readonly string[];
}

/** Whoever leaves it alone, or has said yes beforehand, reads first what that comes to. */
export const isToBeTold = ({ unattended, approve = [] }: Said): boolean =>
  unattended === true || approve.length > 0;

/** Not yet of a checkpoint. */
export type SaidNow = Omit<Beforehand, 'on'>;

/**
 * What a person approves beforehand with a start or a resume.
 *
 * @throws `usage/unknown-phase`; `usage/invalid` for a phase that needs no approval
 */
export async function beforehandNow(
  world: World,
  workflow: Workflow,
  { approve = [] }: Said,
): Promise<readonly SaidNow[]> {
  const phases = approvable(workflow, approve);
  if (phases.length === 0) return [];
  const [by, at] = [await whoActs(world), whenSaid(world)];
  return phases.map((phase) => ({ phase, by, at }));
}

/** What is left of a session, and what people said of that. */
interface Left {
  /** As the workflow has them. */
  readonly phases: readonly Phase[];
  readonly workers: readonly FoundWorker[];
  readonly approved: readonly SaidNow[];
  readonly raised: readonly Raised[];
}

/** @throws `machine/sandbox` where it cannot be had */
export async function boundsOf(
  { processes, canAsk }: Pick<World, 'processes' | 'canAsk'>,
  { limits }: Pick<Workflow, 'limits'>,
  { phases, workers, approved, raised }: Left,
): Promise<Unattended> {
  return {
    isLeftAlone: !canAsk,
    agents: workers.map(({ agent, kind, phases: ids, permissions }) => ({
      agent,
      kind,
      phases: ids,
      permissions,
    })),
    approvals: phases
      .filter(({ approval }) => approval === 'required')
      .map(({ id }) => ({ phase: id, by: approved.find(({ phase }) => phase === id)?.by ?? null })),
    packets: phases.filter(({ packet }) => packet.review).map(({ id }) => id),
    limits: [null, ...phases.map(({ id }) => id)].flatMap((of) =>
      LIMIT_NAMES.flatMap((limit) => {
        const most = mostOf({ limits, phases }, raised, of, limit);
        return most === null ? [] : [{ of, limit, most }];
      }),
    ),
    sandbox: (await processes.sandbox?.()) ?? null,
  };
}
