/** As vitest wants to know them. */
export const TAGS = [
  { name: 'thorough', description: 'Left to `npm run test:thorough`: the list is in CONTRIBUTING.md.' },
];

/** Options of a test that `npm test` leaves to `npm run test:thorough`. */
export const THOROUGH = { tags: ['thorough'] };

/** Which row of a table stays in `npm test`, where the first is the plainest. */
export const isFirst = (_row: unknown, at: number): boolean => at === 0;

interface Depth<T> {
  readonly rows: readonly T[];
  readonly options: { readonly tags?: string[] };
}

/**
 * The rows of a table, for a test each: those that every run of the tests can bear, and those that are thorough.
 *
 * @param isFew default: one, in the middle of the table
 */
export function byDepth<const T>(
  rows: readonly T[],
  isFew: (row: T, at: number) => boolean = (_row, at) => at === Math.floor(rows.length / 2),
): readonly Depth<T>[] {
  const few = rows.filter((row, at) => isFew(row, at));
  const rest = rows.filter((row, at) => !isFew(row, at));
  return [
    { rows: few, options: {} },
    { rows: rest, options: THOROUGH },
  ].filter((depth) => depth.rows.length > 0);
}
