import type { BaselineRecord, CheckRecord } from '../checkpoint/phaseRecord.ts';
import { canonicalJson } from '../text/canonicalJson.ts';

type Run = BaselineRecord['run'];

/** One command, whatever the check is called that runs it. */
export const commandKey = (run: Run): string => canonicalJson(run);

/** What is known of a command; undefined: nothing. */
export function saidOf<T extends { readonly run: Run }>(known: readonly T[], run: Run): T | undefined {
  const key = commandKey(run);
  return known.find((one) => commandKey(one.run) === key);
}

/** What a command had said before anything was changed, as `phase.json` has it; nothing where it was not run then. */
export function beforeOf(
  baseline: readonly Pick<BaselineRecord, 'run' | 'outcome'>[],
  run: Run,
): Pick<CheckRecord, 'before'> {
  const found = saidOf(baseline, run);
  return found === undefined ? {} : { before: found.outcome };
}
