import type { Pending } from '../ports.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Warning } from '../warning.ts';
import type { World } from '../world.ts';
import type { SeenHere } from './seeHere.ts';

/** What would be lost if the attempt at work ended now, once it has gone on for as long as its phase says (`warnAfter`). */
export function longAttempt(
  { clock }: Pick<World, 'clock'>,
  { workflow }: Pick<SessionRecord, 'workflow'>,
  { lease, reading: { open } }: Pick<SeenHere, 'lease' | 'reading'>,
  pending: readonly Pending[],
): readonly Warning[] {
  const phase = workflow.phases.find(({ id }) => id === open?.phase);
  if (!lease.held || open === null || open.ended !== null || phase === undefined) return [];
  const ms = Date.parse(clock.now()) - Date.parse(open.began);
  if (ms < phase.warnAfterMs || pending.length === 0) return [];
  const minutes = Math.round(ms / 60_000);
  return [{ warning: 'long-attempt', phase: phase.id, minutes, files: pending.length }];
}
