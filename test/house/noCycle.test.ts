import { expect, it } from 'vitest';
import { files } from './imports.ts';

/** The first cycle that a walk from `file` meets, as the files that it goes through; null: none. */
function cycleFrom(file: string, above: readonly string[], over: Set<string>): readonly string[] | null {
  if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
  if (over.has(file)) return null;
  for (const { to } of files.get(file)?.imports ?? []) {
    const found = cycleFrom(to, [...above, file], over);
    if (found !== null) return found;
  }
  over.add(file);
  return null;
}

it('no file leads back to itself, by types either', () => {
  const over = new Set<string>();
  expect(files.size).toBeGreaterThan(500);
  expect([...files.keys()].flatMap((file) => cycleFrom(file, [], over) ?? [])).toEqual([]);
});
