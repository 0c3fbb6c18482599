import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Every file of `src` with what it imports of `src`: values, types and what is loaded later. */
const imports = new Map(
  globSync('src/**/*.ts').map((file): readonly [string, readonly string[]] => [
    file,
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|^import)\s*'(\.[^']+)'/gm)].map(
      ([, path = '']) => join(dirname(file), path),
    ),
  ]),
);

/** The first cycle that a walk from `file` meets, as the files that it goes through; null: none. */
function cycleFrom(file: string, above: readonly string[], over: Set<string>): readonly string[] | null {
  if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
  if (over.has(file)) return null;
  for (const next of imports.get(file) ?? []) {
    const found = cycleFrom(next, [...above, file], over);
    if (found !== null) return found;
  }
  over.add(file);
  return null;
}

it('no file leads back to itself, by types either', () => {
  const over = new Set<string>();
  const cycles = [...imports.keys()].flatMap((file) => cycleFrom(file, [], over) ?? []);
  expect(imports.size).toBeGreaterThan(500);
  expect(cycles).toEqual([]);
});
