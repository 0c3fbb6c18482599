import type { PhaseId } from './ids.ts';
import type { JournalLine } from './journal.ts';
import type { PermissionRecord, PhaseRecord } from './phaseRecord.ts';
import { readUsage, sumUsage, type Usage } from './usage.ts';

/**
 * What adds up over the attempts of a phase and is never reset, whatever became of them: the record of the phase as it
 * was published, and what the journal knows since.
 */
export function tallyAttempts(
  before: Pick<PhaseRecord, 'usage' | 'permissions'>,
  lines: readonly JournalLine[],
  phase: PhaseId,
): Pick<PhaseRecord, 'usage' | 'permissions'> {
  const usages: Usage[] = [];
  const permissions: PermissionRecord[] = [...(before.permissions ?? [])];
  let of: PhaseId | null = null;
  for (const line of lines) {
    if (line.type === 'attempt-begun') of = line.phase;
    if (of !== phase) continue;
    if (line.type === 'agent-ended' && line.usage !== undefined) usages.push(line.usage);
    if (line.type === 'permission-decided') permissions.push(line.permission);
  }
  const usage = sumUsage([readUsage(before.usage), ...usages].filter((one) => one !== null));
  return {
    ...(usage === null ? {} : { usage }),
    ...(permissions.length === 0 ? {} : { permissions: permissions.slice(-MOST_KEPT) }),
  };
}

/** A talkative agent asks hundreds of times: the last of them are kept. */
const MOST_KEPT = 200;
