import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** As the schema has them: two spaces in, below the one record that is written. */
const [, shape = ''] =
  /phaseRecordSchema = z\.looseObject\(\{\n(.*?)^\}\);/ms.exec(
    readFileSync('src/model/checkpoint/phaseRecord.ts', 'utf8'),
  ) ?? [];
const written = [...shape.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);

it('the format page has a table of phase.json with every key that is written, in that order', () => {
  const [, table = ''] =
    /^\| key of phase\.json .*?\n\|.*?\n(.*?)\n\n/ms.exec(readFileSync('FORMAT.md', 'utf8')) ?? [];
  const told = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, key = '']) => key));
  expect(written).not.toEqual([]);
  expect(told).toEqual(written);
});
