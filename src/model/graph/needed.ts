/** What is known of a phase to follow its needs. */
export interface Needing<Id extends string = string> {
  readonly id: Id;
  readonly needs: readonly Id[];
}

/** The phases that one needs, directly or not; without itself. No cycles among them. */
export function neededBy<Id extends string>(phases: readonly Needing<Id>[], id: Id): ReadonlySet<Id> {
  const needs = new Map(phases.map((phase) => [phase.id, phase.needs]));
  return reach([...(needs.get(id) ?? [])], (one) => needs.get(one) ?? []);
}

/** The phases that need one, directly or not; without itself. */
export function needing<Id extends string>(phases: readonly Needing<Id>[], id: Id): ReadonlySet<Id> {
  const next = new Map<Id, Id[]>();
  for (const phase of phases)
    for (const need of phase.needs) next.set(need, [...(next.get(need) ?? []), phase.id]);
  return reach([...(next.get(id) ?? [])], (one) => next.get(one) ?? []);
}

function reach<Id>(from: readonly Id[], next: (id: Id) => readonly Id[]): ReadonlySet<Id> {
  const seen = new Set<Id>();
  const rest = [...from];
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    rest.push(...next(id));
  }
  return seen;
}
