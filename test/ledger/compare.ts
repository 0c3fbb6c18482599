import type { Line, Mark } from './parseLines.ts';
import type { Title } from './readTitles.ts';

/** The tests of a file; its path has `/` on every platform. */
export interface TestFile {
  readonly path: string;
  readonly titles: readonly Title[];
}

/** How far the tests hold a list. */
export interface Coverage {
  readonly owed: number;
  readonly covered: number;
  /** Owed, without a test, and why. */
  readonly reasons: readonly Line[];
  /** Owed, without a test and without a reason. */
  readonly uncovered: readonly Line[];
  /** With a test, and a reason why there is none. */
  readonly stale: readonly Line[];
  /** Nothing builds it yet. */
  readonly later: readonly Line[];
  readonly doesNotApply: readonly Line[];
  /** All lines but findings. */
  readonly of: number;
}

/** An id where it is wrong. */
export interface Stray {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

export interface Ledger {
  readonly requirements: Coverage;
  readonly catalogue: Coverage;
  /** In no list. */
  readonly unknown: readonly Stray[];
  /** Not at the start of the title, where they do not count. */
  readonly misplaced: readonly Stray[];
}

export interface Lists {
  readonly requirements: readonly Line[];
  readonly catalogue: readonly Line[];
}

/** Whether nothing is wrong and nothing that is owed lacks both a test and a reason. */
export const holds = ({ requirements, catalogue, unknown, misplaced }: Ledger): boolean =>
  [requirements, catalogue].every(({ uncovered, stale }) => uncovered.length + stale.length === 0) &&
  unknown.length + misplaced.length === 0;

/**
 * Compares titles with lists. In `test/failures/` an id is a row of the catalogue, and a requirement if it is no row;
 * elsewhere it is a requirement, and B to F only mention the catalogue.
 */
export function compare(lists: Lists, files: readonly TestFile[]): Ledger {
  const rows = new Set(lists.catalogue.map(({ id }) => id));
  const lines = new Set(lists.requirements.map(({ id }) => id));
  const strays = (which: 'ids' | 'misplaced'): readonly Stray[] =>
    files.flatMap(({ path, titles }) =>
      titles.flatMap(({ text, [which]: ids }) => ids.map((id) => ({ id, path, title: text }))),
    );
  const all = strays('ids');
  const isRow = ({ id, path }: Stray): boolean => rows.has(id) && path.startsWith('test/failures/');
  const idsOf = (found: readonly Stray[]): ReadonlySet<string> => new Set(found.map(({ id }) => id));
  return {
    requirements: coverageOf(lists.requirements, idsOf(all.filter((stray) => !isRow(stray)))),
    catalogue: coverageOf(lists.catalogue, idsOf(all.filter(isRow))),
    unknown: all.filter(({ id }) => !lines.has(id) && !rows.has(id)),
    misplaced: strays('misplaced'),
  };
}

function coverageOf(lines: readonly Line[], held: ReadonlySet<string>): Coverage {
  const marked = (mark: Mark): readonly Line[] => lines.filter((line) => line.mark === mark);
  const owed = marked('owed');
  const without = owed.filter(({ id }) => !held.has(id));
  return {
    owed: owed.length,
    covered: owed.length - without.length,
    reasons: without.filter(({ reason }) => reason !== ''),
    uncovered: without.filter(({ reason }) => reason === ''),
    stale: owed.filter(({ id, reason }) => held.has(id) && reason !== ''),
    later: marked('later'),
    doesNotApply: marked('does not apply'),
    of: lines.length - marked('finding').length,
  };
}
