import { CairnError } from '../../base/cairnError.ts';
import type { Expansion } from '../../model/items/item.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { StatusRow } from '../../model/status/status.ts';

/** The row of the phase that somebody named. @throws `usage/unknown-phase` */
export function rowNamed(record: Phases, named: string): StatusRow {
  const row = record.status.rows.find(({ phase }) => phase === named);
  if (row === undefined) throw unknownPhase(record, named);
  return row;
}

/** Of the record of a session. */
interface Phases {
  readonly status: { readonly rows: readonly StatusRow[] };
  readonly expansions: readonly Expansion[];
}

/** @param known what could be named: every phase, where it is left out */
export function unknownPhase(
  record: Phases,
  named: string,
  known: readonly string[] = record.status.rows.map(({ phase }) => phase),
): CairnError {
  return new CairnError('usage/unknown-phase', { phase: named, known, ...itemsNamed(record, named) });
}

/** The phases that one which is repeated has become, if it is that. */
export function itemsNamed(
  { expansions }: Pick<Phases, 'expansions'>,
  named: string,
): { readonly items?: readonly PhaseId[] } {
  const expansion = expansions.find(({ template }) => template === named);
  return expansion === undefined ? {} : { items: expansion.items.map(({ phase }) => phase) };
}

/** Names of phases in the order of the table; what names none comes last. */
export function asInTable(rows: readonly StatusRow[], names: readonly string[]): readonly string[] {
  const place = new Map<string, number>(rows.map(({ phase }, index) => [phase, index]));
  return names.toSorted((a, b) => (place.get(a) ?? rows.length) - (place.get(b) ?? rows.length));
}
