import { saidOf } from '../../../model/gate/before.ts';
import { checksBefore, notKnown, type CheckBefore } from '../../../model/gate/checksBefore.ts';
import { isKept, treeKey } from '../../../model/gate/knownBefore.ts';
import type { BaselineRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { TreeId } from '../../../model/names/ids.ts';
import { toRunAgain } from '../../../model/gate/runAgain.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { baselineIn } from '../../record/baselineOf.ts';
import { mayBeTaken, treeBegunWith } from './mayBeTaken.ts';

/** Checks that are to be run before anything is changed. */
export interface PlannedBaseline {
  readonly tree: TreeId;
  /** By which another session finds what they say. */
  readonly key: string;
  readonly known: readonly BaselineRecord[];
  readonly missing: readonly CheckBefore[];
  /** What lay there as an earlier run began them, and was interrupted; null: none was. */
  readonly from: TreeId | null;
}

/** Which checks are to be run before anything is changed; null: none, and what was known of them is noted. Starts no program. */
export async function planBaseline(drive: Drive): Promise<PlannedBaseline | null> {
  const { world, state, isolation, record } = drive;
  const tip = tipOf(drive).record;
  const checks = checksBefore(record.workflow);
  if (checks.length === 0 || world.settings.baselineMs === 0 || !(await mayBeTaken(drive))) return null;
  const tree = await treeBegunWith(drive);
  const key = world.sha256(treeKey(tree, isolation, record.workflow));
  const note = await state.baseline.read();
  const { checks: said, from } = note?.tree === tree ? note : { checks: baselineIn(tip) ?? [], from: null };
  const again = toRunAgain(tip.records.values());
  const noted = said.filter(({ run }) => saidOf(again, run) === undefined);
  const elsewhere = await knownElsewhere(drive, key, notKnown(checks, noted));
  const known = [...noted, ...elsewhere];
  const missing = notKnown(checks, known);
  if (missing.length > 0 || from !== null) return { tree, key, known, missing, from };
  if (elsewhere.length > 0) await state.baseline.write({ tree, from, checks: known });
  return null;
}

/** What another session was told on the same tree. */
async function knownElsewhere(
  { world }: Drive,
  key: string,
  checks: readonly CheckBefore[],
): Promise<readonly BaselineRecord[]> {
  if (checks.length === 0) return [];
  const now = world.clock.now();
  const kept = (await world.state.baselines.known(key)).filter((one) => isKept(one, now));
  return kept.flatMap((one) => {
    const { run, outcome, ms, at: knownSince } = one;
    const check = saidOf(checks, run);
    if (check === undefined) return [];
    world.onProgress({ type: 'baseline-ended', name: check.name, outcome, ms, knownSince });
    return [one];
  });
}
