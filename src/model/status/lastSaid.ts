import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import { commandKey } from '../gate/before.ts';

/** What each command said when it ran last, of records in the order in which they were closed. */
export const lastSaid = (
  done: readonly Pick<PhaseRecord, 'checks'>[],
): ReadonlyMap<string, PhaseRecord['checks'][number]> =>
  new Map(done.flatMap(({ checks }) => checks).map((check) => [commandKey(check.run), check]));
