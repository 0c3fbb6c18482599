import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../../../src/model/checkpoint/verifyRules.ts';

test('the format page lists the very rules that verify checks', () => {
  const listed = [...readFileSync('FORMAT.md', 'utf8').matchAll(/^\| (R\d+) \| (.+) \|$/gm)].map(
    ([, rule, text]) => [rule, text],
  );
  expect(Object.fromEntries(listed)).toEqual(RULES);
});
