import { inClosingOrder } from '../../model/checkpoint/phaseRecord.ts';
import { lastSaid } from '../../model/status/lastSaid.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** Checks that passed when they ran last, on what this session has made of them. */
export const changedChecks = ({
  records,
}: Pick<SessionRecord, 'records'>): readonly {
  readonly check: string;
  readonly files: readonly string[];
}[] =>
  [...lastSaid([...records.values()].toSorted(inClosingOrder)).values()].flatMap(
    ({ name, outcome, changed = [] }) =>
      outcome === 'passed' && changed.length > 0 ? [{ check: name, files: changed }] : [],
  );
