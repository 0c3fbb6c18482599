/** The first place at which a value is none that JSON gives back as it was: where (`checks.0.run`) and what is there. */
export function notPlain(value: unknown): { readonly at: string; readonly what: string } | null {
  return lookAt(value, [], []);
}

type Found = ReturnType<typeof notPlain>;

function lookAt(value: unknown, path: readonly string[], above: readonly object[]): Found {
  const what = strangeness(value, above);
  if (what !== null) return { at: path.join('.'), what };
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    // A member that is not there is left out: that is how it comes back.
    if (member === undefined && !Array.isArray(value)) continue;
    const found = lookAt(member, [...path, key], [...above, value]);
    if (found !== null) return found;
  }
  return null;
}

function strangeness(value: unknown, above: readonly object[]): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `the number ${value}`;
  if (typeof value !== 'object') {
    if (typeof value === 'string' || typeof value === 'boolean') return null;
    return value === undefined ? 'nothing' : `a ${typeof value}`;
  }
  if (value === null) return null;
  if (above.includes(value)) return 'a part that holds itself';
  const kind: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value) || kind === Object.prototype || kind === null) return null;
  return `a ${value.constructor.name}`;
}
