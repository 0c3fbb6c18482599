import type { SessionRecord } from './sessionRecord.ts';

/** Files that checkpoints of a session leave out, as they were told then: that they differ from the tip is no news. */
export function leftOut({ records }: Pick<SessionRecord, 'records'>): ReadonlySet<string> {
  return new Set([...records.values()].flatMap((record) => record.notCaptured.map(({ path }) => path)));
}
