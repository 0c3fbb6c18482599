import { beforeOf } from '../../../model/gate/before.ts';
import { whyOf } from '../../../model/gate/classifyCheck.ts';
import type { CheckRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { baselineOf } from '../../record/baselineOf.ts';
import { watchGit } from '../../workingTree/watchGit.ts';
import { startCheck } from './startCheck.ts';

/** Runs the checks of a phase in its working tree, one after the other. */
export async function runChecks(...of: Parameters<typeof runAll>): ReturnType<typeof runAll> {
  const [drive, { checks }] = of;
  if (checks.length === 0) return [];
  const git = await watchGit(drive, 'the checks');
  try {
    return await runAll(...of);
  } finally {
    await git.tell();
  }
}

async function runAll(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  signal: AbortSignal,
): Promise<readonly CheckRecord[]> {
  const records: CheckRecord[] = [];
  const baseline = await baselineOf(drive);
  const folder = await drive.state.outputFolder(phase.id, row.attempt);
  for (const [index, { name, run, timeoutMs }] of phase.checks.entries()) {
    drive.world.onProgress({ type: 'check', phase: phase.id, name });
    const output = `check-${index + 1}.log`;
    const { said } = await startCheck(drive, { run, timeoutMs, row, folder, output }, signal);
    const record = { name, ...said, ...beforeOf(baseline, run) };
    const { outcome, ms, before } = record;
    drive.world.onProgress({
      type: 'check-ended',
      phase: phase.id,
      name,
      outcome,
      ms,
      ...whyOf(record),
      ...(before === undefined ? {} : { before }),
    });
    records.push(record);
  }
  return records;
}
