import { join } from 'node:path';
import { classifyCheck, whyOf } from '../../../model/gate/classifyCheck.ts';
import type { CheckRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { CheckRule, Phase } from '../../../model/workflow/workflow.ts';
import type { Drive } from '../../drive.ts';
import { newestPacket } from '../../record/newestPacket.ts';
import { watchGit } from '../../workingTree/watchGit.ts';
import { withoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { environmentOf } from '../attempt/environmentOf.ts';

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
  for (const [index, check] of phase.checks.entries()) {
    drive.world.onProgress({ type: 'check', phase: phase.id, name: check.name });
    const record = await runCheck(drive, phase, row, check, index + 1, signal);
    drive.world.onProgress({
      type: 'check-ended',
      phase: phase.id,
      name: check.name,
      outcome: record.outcome,
      ms: record.ms,
      ...whyOf(record),
    });
    records.push(record);
  }
  return records;
}

async function runCheck(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  check: CheckRule,
  n: number,
  signal: AbortSignal,
): Promise<CheckRecord> {
  const { processes, clock } = drive.world;
  const folder = await drive.state.outputFolder(phase.id, row.attempt);
  const { path: packet } = await newestPacket(drive.world.repository, drive.record);
  const end = await processes.run({
    command: check.run,
    cwd: drive.root,
    // Programs that watch files at a desk run once where nobody sits; who says otherwise is heard.
    env: { CI: 'true', ...(await environmentOf(drive, row, { packet, prompt: join(folder, 'prompt.md') })) },
    stdin: '',
    timeoutMs: check.timeoutMs,
    outputFile: join(folder, `check-${n}.log`),
    signal,
    onStarted: (group) =>
      drive.state.journal(
        { type: 'process-started', at: clock.now(), what: 'check', ...group },
        { flush: true },
      ),
    onLine: (text) => drive.world.onProgress({ type: 'agent-line', text }),
  });
  signal.throwIfAborted();
  const said = classifyCheck(end, check);
  return {
    name: check.name,
    run: check.run,
    ...said,
    exitCode: end.exitCode,
    ms: end.ms,
    tail: await withoutSecrets(drive.world.secrets, 'output.log', end.tail),
  };
}
