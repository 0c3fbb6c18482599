/** The first place in a value that JSON cannot hold, or null. */
export function notJson(
  value: unknown,
  path: readonly PropertyKey[],
  above: readonly unknown[] = [],
): { path: readonly PropertyKey[]; message: string } | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return { path, message: 'JSON has no such number' };
  if (value === null || typeof value !== 'object') return null;
  if (above.includes(value)) return { path, message: 'this alias contains itself' };
  if (above.length > 64) return { path, message: 'this is nested too deeply' };
  for (const [key, inner] of Object.entries(value)) {
    const odd = notJson(inner, [...path, key], [...above, value]);
    if (odd !== null) return odd;
  }
  return null;
}
