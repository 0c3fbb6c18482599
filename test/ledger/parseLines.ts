/** Owed: a test is, or a reason. A finding owes nothing, and is not counted. */
export type Mark = 'owed' | 'later' | 'does not apply' | 'finding';

/** A line of `requirements.md`, or a row of `catalogue.md`. */
export interface Line {
  readonly id: string;
  readonly text: string;
  readonly mark: Mark;
  /** Why there is none, or empty. */
  readonly reason: string;
}

const MARKS: Readonly<Record<string, Mark>> = {
  D: 'owed',
  A: 'owed',
  N: 'does not apply',
  later: 'later',
  '–': 'finding',
};

function markOf(id: string, mark: string): Mark {
  const known = MARKS[mark];
  if (known === undefined) throw new Error(`${id} has the mark ${JSON.stringify(mark)}`);
  return known;
}

/** The requirements: id, what holds, mark, why no test. */
export const parseRequirements = (text: string): readonly Line[] =>
  rowsOf(text).map(([id = '', holds = '', mark = '', reason = '']) => ({
    id,
    text: holds,
    mark: markOf(id, mark),
    reason,
  }));

/** The failure catalogue: id, setup and trigger, expected, why no test. */
export const parseCatalogue = (text: string): readonly Line[] =>
  rowsOf(text).map(([id = '', trigger = '', expected = '', reason = '']) => ({
    id,
    text: `${trigger}: ${expected}`,
    mark: 'owed' as const,
    reason,
  }));

/** The cells of each row of four that begins with an id; a row of another width is an error, as a list loses it. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows = text
    .split('\n')
    .filter((line) => /^\| [A-Z]\d+[a-z]? \|/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const odd = rows.find((cells) => cells.length !== 4);
  if (odd) throw new Error(`${odd[0]} has ${odd.length} cells instead of 4`);
  return rows;
}
