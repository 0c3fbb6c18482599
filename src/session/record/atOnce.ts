import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { heldUp } from '../../model/plan/wholeOf.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Isolation, Workflow } from '../../model/workflow/workflow.ts';
import type { World } from '../world.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** How many phases may work at once: in a person's own working tree they go one by one, whatever the workflow says. */
export const atOnce = (isolation: Isolation, { parallel }: Pick<Workflow, 'parallel'>): number =>
  isolation === 'in-place' ? 1 : parallel;

/** The same of a session as this machine has it. */
export async function atOnceHere(
  { state }: Pick<World, 'state'>,
  { session, workflow }: Pick<SessionRecord, 'session' | 'workflow'>,
): Promise<number> {
  if (workflow.parallel === 1) return 1;
  return atOnce((await state.of(session).about())?.isolation ?? 'worktree', workflow);
}

/** Where phases go one by one here, one that is held up stops the session, also if others could begin where its state was written. */
export async function wholeHere(
  world: Pick<World, 'state'>,
  record: SessionRecord,
): Promise<Pick<SessionRecord['status'], 'state' | 'next'>> {
  const { status } = record;
  if (status.state !== 'running' || (await atOnceHere(world, record)) > 1) return status;
  return heldUp(status.rows) ?? status;
}

/** True while the session waits with the question of a limit of its own: then no attempt begins, and nobody else is asked. */
export const isLimited = (rows: readonly StatusRow[], records: ReadonlyMap<PhaseId, PhaseRecord>): boolean =>
  rows.some(({ phase, status }) => status === 'waiting' && records.get(phase)?.question?.limit?.of === null);
