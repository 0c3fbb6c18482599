import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SHARED } from '../support/sharedProcess.ts';
import { SLOWEST } from '../support/slowFirst.ts';

/** Outlives its file: a module in another's place, or loaded twice. */
const OUTLIVES = /\bvi\.(mock|doMock|hoisted|resetModules)\b/;

it.each(Object.values(SHARED).flat())(
  'what a test file of %s does to its process ends with it: the next one runs there',
  (folder) => {
    const files = readdirSync(join('test', folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.test.ts'),
    );
    expect(files).not.toEqual([]);
    expect(files.filter((name) => OUTLIVES.test(readFileSync(join('test', folder, name), 'utf8')))).toEqual(
      [],
    );
  },
);

it.each(SLOWEST)('%s, which is begun early, is a test file', (file) => {
  expect(existsSync(join('test', file))).toBe(true);
});
