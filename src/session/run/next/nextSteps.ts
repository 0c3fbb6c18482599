import { filesAskedFor, planNext, type NextStep } from '../../../model/graph/planNext.ts';
import type { Said } from '../../../model/graph/said.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { listsAhead, readLists } from '../../../model/items/readLists.ts';
import type { AtTip } from '../../drive.ts';
import { atOnce, isLimited } from '../../record/atOnce.ts';
import type { SessionRecord } from '../../record/sessionRecord.ts';
import { valuesAt } from '../../record/valuesAt.ts';

/** What only this run knows of the rows. */
export interface AtWork {
  readonly working: { has(phase: PhaseId): boolean; readonly size: number };
  /** Phases that were found held up and are tried again. */
  readonly tried: ReadonlySet<PhaseId>;
}

/** What comes next at the tip, in file order; empty where nothing can. */
export async function nextSteps(
  { world, session, record, isolation }: AtTip,
  { working, tried }: AtWork,
): Promise<readonly NextStep[]> {
  const { workflow, status } = record;
  const rows = status.rows.map((row): StatusRow => {
    if (working.has(row.phase)) return { ...row, status: 'running' };
    return tried.has(row.phase) ? { ...row, status: 'pending' } : row;
  });
  const lists = listsAhead(record, rows, null);
  const files = new Set([
    ...filesAskedFor(workflow, rows),
    ...lists.flatMap(({ forEach }) => (forEach === null ? [] : [forEach.file])),
  ]);
  const valueOf = await valuesAt(world.repository, record.tree, { session, rows }, files);
  const itemsOf = readLists(record, lists, valueOf, world.sha256);
  const free = isLimited(status.rows, record.records)
    ? 0
    : Math.max(0, atOnce(isolation, workflow) - working.size);
  const tip = { valueOf, itemsOf, said: saidOf(record), attempted: attemptedIn(record) };
  return planNext(workflow, rows, tip, free);
}

/** What people answered where nobody else could decide. */
const saidOf = ({ status, records }: SessionRecord): ReadonlyMap<PhaseId, Said> =>
  new Map(
    status.rows.flatMap(({ phase, round }): [PhaseId, Said][] => {
      const said = records.get(phase)?.said;
      return said?.round === round ? [[phase, said.word]] : [];
    }),
  );

/** A record has no outcome before the first attempt of its round was judged. */
const attemptedIn = ({ records }: SessionRecord): ReadonlySet<PhaseId> =>
  new Set([...records.values()].filter(({ outcome }) => outcome !== null).map(({ phase }) => phase));
