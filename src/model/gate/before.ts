import type { BaselineRecord, CheckRecord } from '../checkpoint/phaseRecord.ts';
import { canonicalJson } from '../text/canonicalJson.ts';

type Run = BaselineRecord['run'];

/** One command, whatever the check is called that runs it. */
export const commandKey = (run: Run): string => canonicalJson(run);

/** What a command had said before anything was changed, as `phase.json` has it; nothing where it was not run then. */
export function beforeOf(
  baseline: readonly Pick<BaselineRecord, 'run' | 'outcome'>[],
  run: Run,
): Pick<CheckRecord, 'before'> {
  const key = commandKey(run);
  const found = baseline.find((one) => commandKey(one.run) === key);
  return found === undefined ? {} : { before: found.outcome };
}
