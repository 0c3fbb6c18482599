import { glob, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';

/** Whole by a tag of the module, in part by options of `thorough.ts`. */
const TAGGED = /^\/\/ @module-[t]ag thorough|^import .*\/support\/thorough\.ts';$/m;

const stem = (file: string): string => basename(file).replace(/\.(test|editor)\.ts$/, '');

it('what is left to the thorough part is listed in CONTRIBUTING.md, file by file, and nothing else is', async () => {
  const tagged: string[] = [];
  for await (const file of glob('test/**/*.{test,editor}.ts'))
    if (TAGGED.test(await readFile(file, 'utf8'))) tagged.push(`${dirname(file)}/${stem(file)}`);
  const listed = [
    ...(await readFile('CONTRIBUTING.md', 'utf8')).matchAll(/^- `(test\/[^`]+)`: (.+)$/gm),
  ].flatMap(([, folder, names = '']) => names.split(', ').map((name) => `${folder}/${name}`));
  expect(listed.toSorted()).toEqual(tagged.toSorted());
});
