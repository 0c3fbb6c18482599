import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PATHS = /`((?:[a-zA-Z]+\/)+(?:[\w.-]+\.ts)?)`/g;

it('every path that ARCHITECTURE.md names exists', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const named = [...text.matchAll(PATHS)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))).toEqual([]);
});
