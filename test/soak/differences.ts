/** What two records of words have apart, each in words of its own. */
export const differences = (
  what: string,
  expected: Readonly<Record<string, string>>,
  seen: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.keys({ ...expected, ...seen })
    .filter((path) => expected[path] !== seen[path])
    .map(
      (path) => `${what}: ${path} is ${JSON.stringify(seen[path])}, not ${JSON.stringify(expected[path])}`,
    );
