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

/**
 * Whether one phase needs another, directly or not, for rules that ask it of all of them: as bits, each phase joined from those that
 * it names. No cycles among them, and each need is one of them.
 */
export function allNeeded(phases: readonly Needing[]): (id: string, other: string) => boolean {
  const at = new Map<string, number>(phases.map(({ id }, index) => [id, index]));
  const needs = phases.map((phase) => phase.needs.map((need) => at.get(need) ?? 0));
  const rows: (Uint32Array | undefined)[] = [];
  return (id, other) => {
    const [from, to] = [at.get(id), at.get(other)];
    if (from === undefined || to === undefined) return false;
    return (((rows[from] ?? joined(from, needs, rows))[to >> 5] ?? 0) & (1 << (to & 31))) !== 0;
  };
}

/** What a phase needs, as bits; adds it to `rows`, with all that it is joined from. */
function joined(
  from: number,
  needs: readonly (readonly number[])[],
  rows: (Uint32Array | undefined)[],
): Uint32Array {
  const rest = [from];
  for (let one = rest.at(-1); one !== undefined; one = rest.at(-1)) {
    const open = (needs[one] ?? []).filter((need) => rows[need] === undefined);
    // Comes back to this one once they are there.
    if (open.length > 0) rest.push(...open);
    else {
      rest.pop();
      rows[one] ??= joinOf(needs[one] ?? [], rows, needs.length);
    }
  }
  return rows[from] ?? new Uint32Array();
}

function joinOf(
  needs: readonly number[],
  rows: readonly (Uint32Array | undefined)[],
  phases: number,
): Uint32Array {
  const row = new Uint32Array(Math.ceil(phases / 32));
  for (const need of needs) {
    row[need >> 5] = (row[need >> 5] ?? 0) | (1 << (need & 31));
    for (const [word, bits] of (rows[need] ?? []).entries()) row[word] = (row[word] ?? 0) | bits;
  }
  return row;
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
