import type { CheckpointKind } from '../../model/checkpoint/trailers.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { Tip } from '../drive.ts';
import type { Lease } from '../ports.ts';
import { slotsNoted } from '../record/slotStates.ts';
import type { World } from '../world.ts';
import { fencedState } from './fenced.ts';

/** What of a phase is another's work by then than lay in a slot before. */
const OTHER_WORK: ReadonlySet<CheckpointKind> = new Set<CheckpointKind>([
  'waiting',
  'blocked',
  'approval',
  'phase',
]);

/**
 * Somebody elsewhere has gone on with a phase, or gone back, since its work came into a slot: what lies there is not what is held by
 * now, and would pass for a person's edit of it. So it is nobody's, and becomes a rescue; whoever goes on with the phase lays the other.
 */
export async function leaveGoneOn(world: Pick<World, 'state'>, tip: Tip, lease: Lease): Promise<void> {
  const { session } = tip.record;
  for (const { state, about } of await slotsNoted(world, session)) {
    const standing = about?.standing ?? null;
    if (standing === null || standing.phase === null || standing.taken === undefined) continue;
    if (hasGoneOn(tip, standing.phase, standing.taken, await state.published()))
      await fencedState(state, lease).note({}, { phase: null, rests: null });
  }
}

const hasGoneOn = (
  { history }: Tip,
  phase: PhaseId,
  taken: number,
  published: ReadonlySet<string>,
): boolean =>
  history.some(
    ({ commit, trailers: { seq, kind, phase: of } }) =>
      seq > taken && !published.has(commit) && (kind === 'restore' || (of === phase && OTHER_WORK.has(kind))),
  );
