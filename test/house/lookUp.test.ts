import { expect, it } from 'vitest';
import { files } from './imports.ts';

const OF_ANY_WORD = /^(export )?const ([A-Z_]+): Readonly<Record<string, /gm;
const MAY_LACK = /\b[A-Z][A-Z_]*\[[\w.]+(?: as [^\]\n]*\]|\]\)?\s*(?:\?\?|\?\.))/g;

it('a table that may lack a word is asked by `lookUp`, which finds nothing that every object has', () => {
  const all = [...files].map(([file, { text }]) => ({
    file,
    text,
    tables: [...text.matchAll(OF_ANY_WORD)].map(([, exported, name = '']) => ({ exported, name })),
  }));
  const shared = all.flatMap(({ tables }) => tables.filter(({ exported }) => exported !== undefined));
  const otherwise = all.flatMap(({ file, text, tables }) => {
    const names = [...tables, ...shared].map(({ name }) => name).join('|');
    const asked = [...text.matchAll(MAY_LACK), ...text.matchAll(new RegExp(`\\b(?:${names})\\[`, 'g'))];
    return asked.map(([found]) => `${file}: ${found}`);
  });
  expect(otherwise).toEqual([]);
  expect(shared).not.toEqual([]);
});
