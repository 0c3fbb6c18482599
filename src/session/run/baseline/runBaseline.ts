import { whyOf } from '../../../model/gate/classifyCheck.ts';
import { timeFor, type CheckBefore } from '../../../model/gate/checksBefore.ts';
import type { BaselineRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { Drive } from '../../drive.ts';
import type { BaselineNote } from '../../ports.ts';
import { watchGit } from '../../workingTree/watchGit.ts';
import { startCheck } from '../close/startCheck.ts';

type Noted = Pick<BaselineNote, 'tree' | 'from' | 'checks'>;

/** Runs checks one after the other, as long as there is time for all of them; each is noted as soon as it has ended. */
export async function runBaseline(
  drive: Drive,
  checks: readonly CheckBefore[],
  noted: Noted,
  signal: AbortSignal,
): Promise<readonly BaselineRecord[]> {
  await drive.state.baseline.write(noted);
  drive.world.reached('baseline/begun');
  if (checks.length === 0) return noted.checks;
  const git = await watchGit(drive, 'the checks');
  try {
    return await runAll(drive, checks, noted, signal);
  } finally {
    await git.tell();
  }
}

async function runAll(
  drive: Drive,
  checks: readonly CheckBefore[],
  noted: Noted,
  signal: AbortSignal,
): Promise<readonly BaselineRecord[]> {
  const { world, state } = drive;
  const { clock, onProgress, settings } = world;
  const began = clock.monotonic();
  let said: readonly BaselineRecord[] = noted.checks;
  for (const [index, check] of checks.entries()) {
    onProgress({ type: 'baseline', name: check.name, n: index + 1, of: checks.length });
    const one = await runOne(drive, check, settings.baselineMs - (clock.monotonic() - began), index, signal);
    if (one === null) {
      onProgress({ type: 'baseline-ended', name: check.name, outcome: 'no-time', ms: settings.baselineMs });
      continue;
    }
    const { outcome, ms } = one;
    onProgress({ type: 'baseline-ended', name: check.name, outcome, ms, ...whyOf(one) });
    said = [...said, one];
    await state.baseline.write({ ...noted, checks: said });
    world.reached('baseline/check-noted');
  }
  return said;
}

/** Null: the time for all of them was over before it had said anything. */
async function runOne(
  drive: Drive,
  check: CheckBefore,
  restMs: number,
  index: number,
  signal: AbortSignal,
): Promise<BaselineRecord | null> {
  const time = timeFor(check, restMs);
  if (time === null) return null;
  const at = drive.world.clock.now();
  const folder = await drive.state.outputFolder('setup', drive.checkout.slot - 1);
  const output = `baseline-${index + 1}.log`;
  const start = { run: check.run, timeoutMs: time.ms, row: null, folder, output };
  const { said, isOverTime } = await startCheck(drive, start, signal);
  return time.isCut && isOverTime ? null : { ...said, at };
}
