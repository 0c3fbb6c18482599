import { inClosingOrder } from '../../model/checkpoint/phaseRecord.ts';
import { lastSaid } from '../../model/status/lastSaid.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { Warning } from '../warning.ts';

/** Checks that passed when they ran last, on what this session has made of them. */
export const changedChecks = ({ records }: Pick<SessionRecord, 'records'>): readonly Warning[] =>
  [...lastSaid([...records.values()].toSorted(inClosingOrder)).values()].flatMap(
    ({ name, outcome, changed = [] }): readonly Warning[] =>
      outcome === 'passed' && changed.length > 0
        ? [{ warning: 'check-changed', check: name, files: changed }]
        : [],
  );
