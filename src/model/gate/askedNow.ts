import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { neededBy } from '../graph/needed.ts';
import type { Phase } from '../workflow/workflow.ts';
import { commandKey } from './before.ts';
import type { Asked } from './checkHolds.ts';

type Rule = Omit<Phase['checks'][number], 'red'> & Asked;

/**
 * What is asked of the checks of a phase by now: what has passed in the work that it stands on, or in an earlier round or attempt of its
 * own, is not red as before any more, and has to pass; what a person let be does not, in whichever phase they said so.
 */
export function askedNow(
  { id, checks }: Pick<Phase, 'id' | 'checks'>,
  phases: readonly Pick<Phase, 'id' | 'needs'>[],
  records: ReadonlyMap<string, Pick<PhaseRecord, 'checks' | 'letBe'>>,
): readonly Rule[] {
  const below = [...neededBy(phases, id), id];
  return checks.map((check): Rule => {
    const key = commandKey(check.run);
    const isLetBe = [...records.values()].some(({ letBe = [] }) =>
      letBe.some(({ run }) => commandKey(run) === key),
    );
    const red = isLetBe ? 'let-be' : check.red;
    if (check.expect === 'fail' || red === 'must-pass') return check;
    const passedIn = below.find((one) =>
      records.get(one)?.checks.some(({ run, outcome }) => outcome === 'passed' && commandKey(run) === key),
    );
    return passedIn === undefined ? { ...check, red } : { ...check, red: 'must-pass', passedIn };
  });
}
