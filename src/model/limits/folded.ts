import { readUsage, sumUsage, type Usage } from '../attempt/usage.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';

type Spending = Pick<PhaseRecord, 'usage' | 'workedMs' | 'folded' | 'raised'>;

/** What was used by items of which the records of a session have nothing else any more. */
export function spentByFolded(records: Iterable<Spending>): {
  readonly usage: Usage | null;
  readonly workedMs: number;
} {
  const folded = [...records].map(({ folded: of }) => of ?? {});
  return {
    usage: sumUsage(folded.flatMap(({ usage }) => readUsage(usage) ?? [])),
    workedMs: folded.reduce((sum, { workedMs = 0 }) => sum + workedMs, 0),
  };
}

/** The record of a phase whose loop does away with items: what they used and what people raised of the session's limits stays there. */
export function foldedInto<T extends Spending>(record: T, items: readonly Spending[]): T {
  if (items.length === 0) return record;
  const all = [...items, ...items.map(({ folded = {} }) => folded), record.folded ?? {}];
  const usage = sumUsage(all.flatMap((one) => readUsage(one.usage) ?? []));
  const workedMs = all.reduce((sum, one) => sum + (one.workedMs ?? 0), 0);
  const raised = items.flatMap((one) => (one.raised ?? []).filter(({ of }) => of === null));
  return {
    ...record,
    folded: { ...(usage === null ? {} : { usage }), workedMs },
    ...(raised.length === 0 ? {} : { raised: [...raised, ...(record.raised ?? [])] }),
  };
}
