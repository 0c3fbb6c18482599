/** How deep a value may be nested that somebody wrote. */
const DEEPEST = 64;
/** The same of a record of the engine, which may keep such a value. */
const DEEPEST_RECORD = 2 * DEEPEST;

interface Odd {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first place in a value that JSON cannot hold, or null. */
export const notJson = (value: unknown): Odd | null => oddIn(value, DEEPEST, [], []);

/** The same of a record. */
export const notJsonRecord = (value: unknown): Odd | null => oddIn(value, DEEPEST_RECORD, [], []);

function oddIn(
  value: unknown,
  deepest: number,
  path: readonly PropertyKey[],
  above: readonly unknown[],
): Odd | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return { path, message: 'JSON has no such number' };
  if (value === null || typeof value !== 'object') return null;
  if (above.includes(value)) return { path, message: 'this alias contains itself' };
  if (above.length > deepest) return { path, message: 'this is nested too deeply' };
  // Binary data and sets of YAML.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype)
    return { path, message: 'JSON has no such value' };
  for (const [key, inner] of Object.entries(value)) {
    const odd = oddIn(inner, deepest, [...path, key], [...above, value]);
    if (odd !== null) return odd;
  }
  return null;
}
