import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { neededBy } from '../graph/needed.ts';
import type { Phase } from '../workflow/workflow.ts';
import { commandKey } from './before.ts';
import type { Asked } from './checkHolds.ts';

type Rule = Phase['checks'][number] & Asked;

/**
 * What is asked of the checks of a phase by now: what has passed in the work that it stands on, or in an earlier round or attempt of its
 * own, is not red as before any more, and has to pass.
 */
export function askedNow(
  { id, checks }: Pick<Phase, 'id' | 'checks'>,
  phases: readonly Pick<Phase, 'id' | 'needs'>[],
  records: ReadonlyMap<string, Pick<PhaseRecord, 'checks'>>,
): readonly Rule[] {
  if (checks.every(({ red }) => red !== 'as-before')) return checks;
  const below = [...neededBy(phases, id), id];
  return checks.map((check): Rule => {
    if (check.red !== 'as-before') return check;
    const key = commandKey(check.run);
    const passedIn = below.find((one) =>
      records.get(one)?.checks.some(({ run, outcome }) => outcome === 'passed' && commandKey(run) === key),
    );
    return passedIn === undefined ? check : { ...check, red: 'must-pass', passedIn };
  });
}
