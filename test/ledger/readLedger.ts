import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Ledger, type TestFile } from './compare.ts';
import { parseCatalogue, parseRequirements } from './parseLines.ts';
import { readTitles } from './readTitles.ts';

/** The ledger of the repository whose root is the current folder. */
export function readLedger(): Ledger {
  const list = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
  return compare(
    {
      requirements: parseRequirements(list('requirements.md')),
      catalogue: parseCatalogue(list('catalogue.md')),
    },
    testFiles(),
  );
}

/** Suites of contracts and tests that run within a window are declared in files of other names, too. */
const testFiles = (): readonly TestFile[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('test', name))
    .map((path) => ({ path: path.replaceAll('\\', '/'), titles: readTitles(readFileSync(path, 'utf8')) }));
