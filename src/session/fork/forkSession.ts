import { effectsSince, type StayingEffect } from '../../model/effects/effectsSince.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { actResult } from '../decide/actResult.ts';
import { refuseInsidePhase, takeLease } from '../drive/withDrive.ts';
import type { ActResult, ForkPreview } from '../results.ts';
import { tell } from '../tell.ts';
import { underLease } from '../underLease.ts';
import type { World } from '../world.ts';
import { forkedStatus } from './forkedStatus.ts';
import { planForking, type Forking } from './planForking.ts';
import { publishFork } from './publishFork.ts';

/** Begins another session on a checkpoint of an existing one, which it leaves as it is. */
export async function forkSession(
  world: World,
  session: SessionId,
  to: string,
  id: string | null,
): Promise<ActResult> {
  refuseInsidePhase(world, 'fork');
  const forking = await planForking(world, session, to, id);
  const lease = await takeLease(world, forking.session);
  return underLease(lease, async () => {
    world.reached('fork/lease-taken');
    const { commit, status } = await publishFork(world, forking);
    const effects = stayingAfter(forking);
    if (effects.length > 0) tell(world, { notice: 'stays-done', effects });
    return actResult({ session: forking.session, status, commit });
  });
}

/** What a fork would begin with, by the same plan and with the same refusals. Writes nothing; the id is a free one. */
export async function previewFork(
  world: World,
  session: SessionId,
  to: string,
  id: string | null,
): Promise<ForkPreview> {
  const forking = await planForking(world, session, to, id);
  const { now, point } = forking;
  const { rows, state, next } = forkedStatus(forking, now.status.notes, now.status.updated);
  const pending = phasesThat(rows, ({ status }) => status === 'pending');
  return {
    session: forking.session,
    from: { session: point.trailers.session, seq: point.trailers.seq },
    state,
    next: next ?? [],
    done: rows.filter(({ status }) => status === 'done').map(({ phase, checked }) => ({ phase, checked })),
    again: phasesThat(
      now.status.rows,
      ({ phase, status }) => status !== 'pending' && pending.includes(phase),
    ),
    notUndone: stayingAfter(forking),
  };
}

/** Effects on the outside world after the checkpoint that a fork begins on. */
const stayingAfter = ({ past, effects }: Forking): readonly StayingEffect[] =>
  effectsSince(past.effects, effects);

const phasesThat = (rows: readonly StatusRow[], fits: (row: StatusRow) => boolean): readonly PhaseId[] =>
  rows.filter(fits).map(({ phase }) => phase);
