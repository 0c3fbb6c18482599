import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Pending } from '../ports.ts';
import type { Warning } from '../warning.ts';
import type { World } from '../world.ts';
import { openIn } from './bySlot.ts';
import type { SeenHere } from './seeHere.ts';

/** What would be lost if an attempt at work ended now, once it has gone on for as long as its phase says (`warnAfter`). */
export async function longAttempts(
  { clock }: Pick<World, 'clock'>,
  { workflow }: Pick<SessionRecord, 'workflow'>,
  seen: SeenHere,
  pendingOf: (open: OpenAttempt) => Promise<readonly Pending[]>,
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const open of seen.lease.held ? openIn(seen) : []) {
    const phase = workflow.phases.find(({ id }) => id === open.phase);
    const ms = Date.parse(clock.now()) - Date.parse(open.began);
    if (phase === undefined || open.ended !== null || ms < phase.warnAfterMs) continue;
    const { length: files } = await pendingOf(open);
    const minutes = Math.round(ms / 60_000);
    if (files > 0) warnings.push({ warning: 'long-attempt', phase: phase.id, minutes, files });
  }
  return warnings;
}
